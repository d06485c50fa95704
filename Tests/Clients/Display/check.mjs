// check.mjs: golden.json in the JavaScript client's display.mjs; another module as an argument. Prints "pass N".
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const ours = new URL("../../../Sources/Clients/JavaScript/display.mjs", import.meta.url);
const { PhaseLock, Resampler } = await import(process.argv[2] ? pathToFileURL(process.argv[2]) : ours);
const golden = JSON.parse(readFileSync(new URL("golden.json", import.meta.url), "utf8"));
let passed = 0;

function expect(name, got, wanted) {
  const isSame = got.length === wanted.length && got.every((value, index) =>
    typeof value === "number" ? Math.abs(value - wanted[index]) <= (Math.abs(value) > 1e9 ? 1 : 1e-9) : value === wanted[index]);
  if (isSame) return void passed++;
  console.log(`${name}: ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`);
  process.exitCode = 1;
}

for (const [refresh, rate, gyroscope, wanted] of golden.lookahead) {
  expect(`lookahead at ${refresh} Hz`, [Resampler.lookaheadMs(refresh, rate, gyroscope)], [wanted]);
}
for (const { name, kind, rate_hz, gyroscope, rows } of golden.cases) {
  const resampler = new Resampler(rate_hz), lock = new PhaseLock(gyroscope);
  let isLocked = false;
  for (let index = 0; index < rows.length; index += 1) {
    const [what, at, ...rest] = rows[index];
    if (what === "frame") {
      resampler.take({ t_ns: at, x: rest[0], y: rest[1], state: rest[2] });
    } else if (kind === "resampler") {
      const drawn = resampler.offset(at);
      expect(`${name}, row ${index}`, drawn ? [drawn.x, drawn.y] : [], rest);
    } else if (what === "gyroscope") {
      lock.gyroscope = at;
    } else {
      const row = index, answer = what === "ok" ? lock.ok({ rate_hz: at, phase_ns: rest[0] }) : lock.vsync(at);
      const { rate_hz: rate, phase_ns: phase, lookahead_ms: lookahead } = answer?.lock ?? {};
      const said = answer?.lock ? ["lock", rate, phase, lookahead] : answer ? ["release"] : [];
      const wanted = ["lock", "release"].includes(rows[index + 1]?.[0]) ? rows[(index += 1)] : [];
      expect(`${name}, row ${row}`, said, wanted);
      if (rows[index + 1]?.[0] === "locked") isLocked = rows[(index += 1)][1];
      expect(`${name}, row ${row}, locked`, [lock.isLocked], [isLocked]);
    }
  }
}
console.log(`pass ${passed}`);

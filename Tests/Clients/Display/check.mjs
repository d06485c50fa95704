// check.mjs: golden.json in the JavaScript client's display.mjs, in Node and in GJS; another module as an argument. Prints
// "pass N".
const beside = (name) => import.meta.url.replace(/[^/]*$/, name);
const gi = globalThis.imports?.gi;
const [text, given] = gi
  ? [new TextDecoder().decode(gi.GLib.file_get_contents(gi.GLib.filename_from_uri(beside("golden.json"))[0])[1])]
  : [(await import("node:fs")).readFileSync(new URL(beside("golden.json")), "utf8"), process.argv[2]];
const say = gi ? print : console.log;

const ours = beside("../../../Sources/Clients/JavaScript/display.mjs");
const { PhaseLock, Resampler } = await import(given ? (await import("node:url")).pathToFileURL(given) : ours);
const golden = JSON.parse(text);
let passed = 0, hasFailed = false;

function expect(name, got, wanted) {
  const isSame = got.length === wanted.length && got.every((value, index) =>
    typeof value === "number" ? Math.abs(value - wanted[index]) <= (Math.abs(value) > 1e9 ? 1 : 1e-9) : value === wanted[index]);
  if (isSame) return void passed++;
  say(`${name}: ${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`);
  hasFailed = true;
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
say(`pass ${passed}`);
if (hasFailed) (gi ? imports.system : process).exit(1);

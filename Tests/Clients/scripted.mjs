// scripted.mjs: the JavaScript client against sockets that say what no daemon of this version would.
import assert from "node:assert/strict";
import { getEventListeners, on } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DaemonClock, followScreen, PhaseLock, Resampler } from "../../Sources/Clients/JavaScript/display.mjs";
import { HeardSocket } from "../../Sources/Clients/JavaScript/node.mjs";
import { times } from "../../Sources/Clients/JavaScript/socket.mjs";
import { frames, TiltshadowError } from "../../Sources/Clients/JavaScript/tiltshadow.mjs";

const directory = mkdtempSync(join(tmpdir(), "tiltshadow-client-"));
process.on("exit", () => rmSync(directory, { recursive: true, force: true }));

const hello = '{"type":"hello","protocol":1,"server":"scripted"}\n';
const never = 2 ** 61; // ns: an instant at which no frame is old
const frame = (seq, more = {}) => `${JSON.stringify({ type: "frame", seq, t_ns: never, x: 1, y: 2, state: "tracking", ...more })}\n`;

/** What a program gets that takes `count` frames from a socket; `serve(socket, number)` is called for each connection. */
async function taken(serve, count, { options, stop, wait } = {}) {
  const path = join(directory, "s");
  let connections = 0;
  const server = createServer((socket) => serve(socket.on("error", () => {}).resume(), (connections += 1)));
  await new Promise((resolve) => server.listen(path, resolve));
  const got = { frames: [], told: [], errors: [] };
  const onMessage = ({ type, code }) => {
    got.told.push(type);
    if (type === "error") got.errors.push(code);
  };
  const ending = new AbortController();
  try {
    for await (const one of frames({ path, options, wait, signal: ending.signal, onMessage })) {
      got.frames.push(one);
      if (got.frames.length === count) break;
      stop?.(ending, got);
    }
  } catch (error) {
    got.error = error;
  }
  await new Promise((resolve) => server.close(resolve));
  return { ...got, connections };
}

for (const [what, said, message] of [
  ["a newer protocol", '{"type":"hello","protocol":2,"server":"later"}\n', /^later speaks protocol 2, this module 1$/],
  ["a refusal in place of hello", '{"type":"error","code":"too-many","message":"256 subscribers"}\n', /^256 subscribers$/],
  ["frames without a hello", frame(1), /is no tiltshadow socket$/],
  ["no JSON", "SSH-2.0-OpenSSH_9.2\n", /is no tiltshadow socket$/],
  ["a line that never ends", hello + "x".repeat(5000), /sent a line of more than 4096 bytes$/],
  ["a refusal of the options", `${hello}${frame(1)}{"type":"error","id":"options","message":"no"}\n${frame(2)}`, /^no$/],
  ["no JSON for options", `${hello}${frame(1)}{"type":"error","code":"not-json","message":"no"}\n${frame(2)}`, /^no$/],
]) {
  test(`${what} ends it with the reason`, async () => {
    const { error, frames, connections } = await taken((socket) => socket.write(said), 1, { options: { rate_hz: 25 } });
    assert.match(error?.message ?? "", message);
    assert.deepEqual([frames, connections], [[], 1]);
  });
}

test("a line has 4096 bytes at most, its line feed included", async () => {
  const line = (size) => frame(1).trimEnd().padEnd(size - 1) + "\n";
  const { error, frames: taken4096 } = await taken((socket) => socket.write(hello + line(4096)), 1);
  assert.deepEqual([error, taken4096.length], [undefined, 1]);
  const longer = await taken((socket) => socket.write(hello + line(4097)), 1);
  assert.match(longer.error.message, /sent a line of more than 4096 bytes$/);
});

test("what a stranger says can be shown", () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const text = String.fromCodePoint(code);
    const shown = /^[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]$/u.test(text) ? `\\u{${code.toString(16)}}` : text;
    const error = new TiltshadowError(text, text, text);
    if (error.message !== shown || error.hint !== shown || error.code !== shown) assert.fail(code.toString(16));
  }
  assert.equal(new TiltshadowError({ toString: 1 }).message, "");
});

test("a connection that ends without a word is no daemon", async () => {
  const { error } = await taken((socket) => socket.end(), 1);
  assert.match(error.message, /^the daemon ended the connection$/);
});

test("of frames that came at once the newest is handed out, with all that were missed", async () => {
  const said = hello + frame(1, { dropped: 2 }) + "{broken\n" + '{"type":"sensor"}\n' + frame(2, { dropped: 3 }) + frame(3);
  const { frames, told } = await taken((socket) => socket.write(said), 1);
  assert.deepEqual(frames.map(({ seq, dropped }) => [seq, dropped]), [[3, 7]]);
  assert.deepEqual(told, ["hello", "sensor"]);
});

test("frames from before the daemon took the options are left out, each time", async () => {
  const ok = (id) => `${JSON.stringify({ type: "ok", id })}\n`;
  const { frames } = await taken(
    (socket, number) => socket.end(hello + frame(1) + ok(9) + frame(2) + ok("options") + frame(2 + number)), 2,
    { options: { gain: 20 } });
  assert.deepEqual(frames.map(({ seq, dropped }) => [seq, dropped]), [[3, undefined], [4, undefined]]);
});

/** The newest frame of those that have such members beside or in place of their own. */
async function newest(...members) {
  const said = members.map((member) => frame(2).replace("}", `,${member}}`)).join("");
  const { frames: [{ type, ...one }] } = await taken((socket) => socket.write(hello + frame(1) + said), 1);
  return one;
}

test("what is no frame is left out", async () => {
  const odd = Object.entries({
    x: ["1e999", '"1"', "true", "null", "[]", "1000000001"], y: ["-1e999", "{}", "-1e10"], state: ['{"a":1}', "null", "[]", "5", '"held"'],
    t_ns: ["1e999", "null", '"1"', "1.5", "true", "4611686018427387904"], seq: ["-5", "null", '"1"', "0.5", "false", "9007199254740994"],
  }).flatMap(([key, values]) => values.map((value) => `"${key}":${value}`));
  assert.deepEqual(await newest(...odd), { seq: 1, t_ns: never, x: 1, y: 2, state: "tracking" });
});

test("an optional field that cannot be is as if it were absent", async () => {
  const bare = { seq: 2, t_ns: never, x: 1, y: 2, state: "tracking", dropped: 1 };
  for (const [key, values] of Object.entries({
    pitch_rad: ['"a"', "1e999", "[1]", "true", "null"], roll_rad: ['"a"', "{}"], for_ns: ["1e999", "1.5", '"7"'],
    up: ['"abc"', '["a","b","c"]', "[1,2]", "[1,2,3,4]", "[1e999,0,0]", "[true,0,0]", '{"length":3}', "5"],
    dropped: ["-7", '"5"', "1e300", "0.5", "[]", "true"], still: ["1", '"true"'],
  })) for (const value of values) assert.deepEqual(await newest(`"${key}":${value}`), bare, `${key} ${value}`);
  const whole = '"pitch_rad":0.5,"roll_rad":-1,"for_ns":7,"up":[0,0.6,-0.8],"dropped":3,"still":true,"new":{"a":1}';
  assert.deepEqual(await newest(whole), { ...bare, ...JSON.parse(`{${whole}}`), dropped: 4 });
});

test("bytes are counted as they came: a broken line is left out up to 4096, and ends it from there on", async () => {
  for (const size of [1366, 4095]) {
    const said = Buffer.concat([Buffer.from(hello), Buffer.alloc(size, 0xff), Buffer.from(`\n${frame(5)}`)]);
    const { error, frames } = await taken((socket) => socket.write(said), 1);
    assert.deepEqual([error, frames.map(({ seq }) => seq)], [undefined, [5]], `${size}`);
  }
  const { error } = await taken((socket) => socket.write(Buffer.concat([Buffer.from(hello), Buffer.alloc(4096, 0xff)])), 1);
  assert.match(error.message, /sent a line of more than 4096 bytes$/);
});

/** A daemon on a socket of its own, and what it is asked; `tell` answers, or gives nothing. */
async function daemon(tell) {
  const path = join(directory, `d${Math.random()}`), asked = [];
  const server = createServer((socket) => {
    server.socket = socket.on("error", () => {}).setEncoding("utf8").on("data", (text) => {
      for (const request of text.trim().split("\n").map((line) => JSON.parse(line))) {
        asked.push(request);
        const answer = tell(request);
        if (answer) socket.write(`${JSON.stringify(answer)}\n`);
      }
    });
    server.emit("joined", socket);
  });
  await new Promise((resolve) => server.listen(path, resolve));
  return { path, asked, server };
}

test("options can be changed meanwhile, and are those of the next connection where the daemon took them", async () => {
  const { path, asked, server } = await daemon(({ id, gain }) => gain === 9e9 ? { type: "error", id, message: "no" } : { type: "ok", id });
  const told = [], joined = on(server, "joined");
  const shadow = frames({ path, options: { rate_hz: 60, phase_ns: 5 }, onMessage: (message) => told.push(message) });
  const first = shadow.next();
  (await joined.next()).value[0].write(hello);
  while (!told.some(({ type }) => type === "ok")) await new Promise(setImmediate);
  const ids = [{ gain: 20 }, { gain: 9e9 }, { rate_hz: 50 }].map((options) => shadow.subscribe(options));
  while (told.filter(({ id }) => ids.includes(id)).length < 3) await new Promise(setImmediate);
  server.socket.end(frame(1));
  await first;
  const second = shadow.next();
  shadow.subscribe({ limit: 9 });
  (await joined.next()).value[0].write(hello);
  while (asked.filter(({ id }) => id === "options").length < 2 || asked.at(-1).id !== 4) await new Promise(setImmediate);
  server.socket.write(frame(2));
  await second;
  await shadow.return();
  server.close();
  const options = asked.map(({ type, id, ...options }) => options);
  assert.deepEqual(options.slice(0, 4), [{ rate_hz: 60, phase_ns: 5 }, { gain: 20 }, { gain: 9e9 }, { rate_hz: 50 }]);
  assert.deepEqual(options.slice(-2), [{ rate_hz: 50, gain: 20 }, { limit: 9 }]);
});

test("what is asked without a daemon is asked of the next by its own id, and a refusal is told and no more", async () => {
  const { path, asked, server } = await daemon(({ id, rate_hz, gain }) =>
    gain === 30 && server.number === 2 ? null : { type: rate_hz === 500 ? "error" : "ok", id });
  const told = [], joined = on(server, "joined");
  const shadow = frames({ path, options: { rate_hz: 60, phase_ns: 5 }, onMessage: (message) => told.push(message) });
  shadow.subscribe({ note: 1 });
  let next = shadow.next();
  for (server.number = 1; server.number <= 3; server.number += 1) {
    (await joined.next()).value[0].write(hello);
    const answers = [2, 6, 8][server.number - 1];
    while (told.filter(({ id }) => id).length < answers) await new Promise(setImmediate);
    if (server.number === 2) shadow.subscribe({ gain: 30 });
    while (asked.length < [2, 7, 9][server.number - 1]) await new Promise(setImmediate);
    server.socket.end(frame(server.number));
    assert.equal((await next).value.seq, server.number);
    if (server.number === 3) break;
    while (!server.socket.destroyed) await new Promise(setImmediate);
    next = shadow.next();
    if (server.number > 1) continue;
    await new Promise(setImmediate);
    for (const options of [{ rate_hz: 500 }, { gain: 20 }, { limit: 8 }, { gain: 21, limit: 9 }, { strict: true }]) {
      shadow.subscribe(options);
    }
  }
  await shadow.return();
  server.close();
  const taken = { rate_hz: 60, phase_ns: 5 }, later = { ...taken, note: 1, gain: 21, limit: 9, strict: true };
  assert.deepEqual(asked.map(({ type, id, ...options }) => [id, options]), [
    ["options", taken], [1, { note: 1 }], ["options", { ...taken, note: 1 }], [2, { rate_hz: 500 }],
    [5, { gain: 21, limit: 9 }], [6, { strict: true }], [7, { gain: 30 }], ["options", later], [7, { gain: 30 }],
  ]);
  assert.deepEqual(told.filter(({ type }) => type === "error").map(({ id }) => id), [2]);
});

test("changes are asked for one after the other, of those that wait the newest of each option", async (t) => {
  const pauses = [], wait = globalThis.setTimeout;
  t.mock.method(globalThis, "setTimeout", (action, ms, ...more) => ms === 30 ? pauses.push(action) : wait(action, ms, ...more));
  const { path, asked, server } = await daemon(() => null);
  const told = [], joined = on(server, "joined");
  const shadow = frames({ path, onMessage: (message) => told.push(message) });
  const next = shadow.next(), { value: [socket] } = await joined.next();
  const says = async (message) => {
    socket.write(`${JSON.stringify(message)}\n`);
    for (const before = told.length; told.length === before;) await new Promise(setImmediate);
  };
  await says({ type: "hello", protocol: 1 });
  for (let gain = 0; gain < 60; gain += 1) shadow.subscribe({ gain });
  shadow.subscribe({ limit: 7 });
  pauses[0]();
  while (asked.length === 0) await new Promise(setImmediate);
  await says({ type: "ok", id: 1 });
  while (asked.length === 1) await new Promise(setImmediate);
  await says({ type: "error", code: "not-json" }); // what it cannot read has no id
  assert.equal(pauses.length, 2, "not at once");
  pauses[1]();
  while (asked.length === 2) await new Promise(setImmediate);
  shadow.subscribe({});
  pauses[2]();
  await says({ type: "ok", id: 61 });
  while (asked.length === 3) await new Promise(setImmediate);
  socket.end(frame(1));
  await next;
  assert.deepEqual(asked.map(({ type, ...options }) => options), [{ id: 1, gain: 0 }, { id: 60, gain: 59 }, { id: 61, limit: 7 }, { id: 62 }]);
  await shadow.return();
  server.close();
});

test("first options that are no JSON end it, and are not held against a change", async () => {
  const { path, asked, server } = await daemon(({ id }) =>
    id === "options" ? { type: "error", code: "not-json", message: "no" } : null);
  const told = [], joined = on(server, "joined");
  const shadow = frames({ path, options: { mapping: "\ud800" }, onMessage: ({ type }) => told.push(type) });
  shadow.subscribe({ gain: 5 });
  const next = shadow.next();
  (await joined.next()).value[0].write(hello);
  await assert.rejects(next, { message: "no", code: "not-json" });
  assert.deepEqual([told, asked[0].id], [["hello"], "options"]);
  server.socket.destroy();
  server.close();
});

test("options are taken as JSON says them, and are the client's own from then on", async () => {
  const { path, asked, server } = await daemon(({ id }) => ({ type: "ok", id }));
  const told = [], joined = on(server, "joined");
  const options = { gain: 10, limit: undefined, include: ["up"] };
  const shadow = frames({ path, options, onMessage: (message) => told.push(message) });
  options.gain = 9n; // no request can say it, nor has anybody given it
  options.include.push(9n);
  const change = { gain: 22, include: ["raw"] };
  shadow.subscribe({ gain: 40 });
  shadow.subscribe({ gain: 41 });
  shadow.subscribe(change);
  shadow.subscribe({ gain: undefined, limit: () => 5, rate_hz: Symbol("50") });
  shadow.subscribe({ toJSON: () => ({ moves: true }), gain: 5 });
  [change.gain, change.include[0]] = [9n, 9n];
  for (let number = 1; number <= 2; number += 1) {
    const next = shadow.next();
    (await joined.next()).value[0].write(hello);
    while (asked.length < [4, 5][number - 1]) await new Promise(setImmediate);
    while (told.filter(({ type }) => type === "ok").length < asked.length) await new Promise(setImmediate);
    server.socket.end(frame(number));
    assert.equal((await next).value.seq, number);
  }
  await shadow.return();
  server.close();
  assert.deepEqual(asked.map(({ type, id, ...options }) => [id, options]), [
    ["options", { gain: 10, include: ["up"] }], [3, { gain: 22, include: ["raw"] }], [4, {}], [5, { moves: true }],
    ["options", { gain: 22, include: ["raw"], moves: true }],
  ]);
});

test("no more changes are kept than will be asked for: not where one is not answered, nor after the end", async (t) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const { path, asked, server } = await daemon(() => null), joined = on(server, "joined");
  const shadow = frames({ path }), next = shadow.next(), { value: [socket] } = await joined.next();
  const parse = JSON.parse, notes = []; // of what the client makes of a change, which is its own
  t.after(() => { JSON.parse = parse; });
  JSON.parse = (text) => {
    const value = parse(text);
    if (value.note) notes.push(new WeakRef(value.note));
    return value;
  };
  const kept = async () => {
    for (let count = notes.length = 0; count < 50; count += 1) shadow.subscribe({ note: {} });
    assert.equal(notes.length, 50);
    await new Promise(setImmediate);
    collect();
    return notes.filter((note) => note.deref()).length;
  };
  socket.write(hello);
  shadow.subscribe({ gain: 5 });
  while (asked.length === 0) await new Promise(setImmediate);
  assert.ok((await kept()) <= 1, "one is asked for");
  socket.write(frame(1));
  await next;
  await shadow.return();
  assert.ok((await kept()) <= 1, "it has ended");
  server.close();
});

test("what no request can say is refused at once, and its id is the client's", async () => {
  for (const [options, message] of [
    [{ note: "é".repeat(2100) }, /\{"note":"é{71}… has 4246 bytes: expected 4096 at most$/],
    [{ phase_ns: 5n }, /^phase_ns 5n: expected a finite number$/], [{ gain: NaN }, /^gain NaN: expected a finite number$/],
    [{ limit: -Infinity }, /^limit -Infinity: expected a finite number$/], [{ a: { b: [1e999] } }, /Infinity: expected a finite number$/],
    [5, /^the options 5: expected an object$/], [["gain"], /^the options gain: expected an object$/],
  ]) {
    const refusal = { name: "TiltshadowError", message };
    assert.throws(() => frames({ path: "/nowhere", options }), refusal);
    assert.throws(() => frames({ path: "/nowhere" }).subscribe(options), refusal);
  }
  const { path, asked, server } = await daemon(({ id }) => ({ type: "ok", id }));
  server.once("joined", (socket) => socket.write(hello));
  const options = { note: "é".repeat(2000), id: "mine", type: "pause" }, shadow = frames({ path, options });
  shadow.next();
  while (asked.length === 0) await new Promise(setImmediate);
  assert.deepEqual([asked[0].id, asked[0].type], ["options", "subscribe"]);
  server.socket.end(frame(1));
  await shadow.return();
  server.close();
});

test("a page's stream of events takes no requests", () => {
  assert.throws(() => frames({ url: "/stream" }).subscribe({ gain: 20 }), /takes no requests/);
});

/** The example at the top of display.mjs, as a function of what it takes from elsewhere. */
function example() {
  const source = readFileSync(new URL("../../Sources/Clients/JavaScript/display.mjs", import.meta.url), "utf8");
  const lines = source.split("*/")[0].split("\n").filter((line) => line.startsWith(" *     "));
  assert.ok(lines.length > 25, "the example is there");
  const { constructor: AsyncFunction } = Object.getPrototypeOf(async () => {});
  return new AsyncFunction("frames", "DaemonClock", "PhaseLock", "Resampler", "card", "requestAnimationFrame", "performance",
    lines.map((line) => line.slice(7)).join("\n"));
}

test("the example of display.mjs draws frames as they are once they are made for the display, and no others", async (t) => {
  const wait = globalThis.setTimeout; // no pause between two changes: the display's time is no real one
  t.mock.method(globalThis, "setTimeout", (action, ms, ...more) => ms === 30 ? undefined : wait(action, ms, ...more));
  let off = 8e6; // ns: the nearest phase at first
  const { path, asked, server } = await daemon(({ id, rate_hz, phase_ns }) =>
    ({ type: "ok", id, rate_hz, ...(phase_ns ? { phase_ns: phase_ns + off } : {}) }));
  const ending = new AbortController(), card = { style: {} }, joined = on(server, "joined");
  let draw = null, time = 0, heard = 0;
  const run = example()((where) => frames({ path, signal: ending.signal, ...where }), DaemonClock, PhaseLock, Resampler, card,
    (next) => { draw = next; }, { now: () => (heard += 1, time) });
  (await joined.next()).value[0].write('{"type":"hello","protocol":1,"sensor":{"id":"a","gyro":true}}\n');
  const phases = () => asked.filter((request) => "phase_ns" in request).length;
  const drawn = async (vsync) => {
    time = vsync * 1000 / 60;
    server.socket.write(frame(vsync, { t_ns: Math.round((time - 1) * 1e6) + 1e12, x: vsync, y: 0 }));
    for (const before = heard; heard === before;) await new Promise(setImmediate);
    draw(time);
    return card.style.boxShadow?.split("px")[0] === String(vsync);
  };
  let vsync = 1;
  for (; phases() === 0; vsync += 1) assert.equal(await drawn(vsync), vsync === 1);
  assert.deepEqual([asked[0].lookahead_ms > 37, asked[0].rate_hz], [true, 50]);
  for (off = 8e6; asked.length < 3; vsync += 1) await drawn(vsync);
  assert.deepEqual(["phase_ns" in asked[2], asked[2].rate_hz], [false, 50], "another phase is given up");
  for (off = 0; phases() === 1; vsync += 1) assert.equal(await drawn(vsync), false);
  for (let rounds = 0; !(await drawn(vsync)); rounds += 1, vsync += 1) assert.ok(rounds < 60, "drawn as it is");
  assert.equal(await drawn(vsync + 1), true);
  ending.abort();
  await run;
  server.close();
});

test("the example of display.mjs looks ahead for a display that it cannot lock to, too", async () => {
  const { path, asked, server } = await daemon(({ id, rate_hz }) => ({ type: "ok", id, rate_hz }));
  const ending = new AbortController(), card = { style: {} }, joined = on(server, "joined");
  let draw = null, time = 0, heard = 0;
  const run = example()((where) => frames({ path, signal: ending.signal, ...where }), DaemonClock, PhaseLock, Resampler, card,
    (next) => { draw = next; }, { now: () => (heard += 1, time) });
  (await joined.next()).value[0].write('{"type":"hello","protocol":1,"sensor":{"id":"a","gyro":true}}\n');
  for (let vsync = 1; vsync < 300; vsync += 1) {
    time = vsync * 1000 / 210;
    if (vsync === 1) {
      server.socket.write(frame(vsync, { t_ns: 1e12, x: vsync, y: 0 }));
      while (heard === 0) await new Promise(setImmediate);
    }
    draw(time);
  }
  while (asked.length < 2) await new Promise(setImmediate);
  ending.abort();
  await run;
  server.close();
  const late = asked.map((request) => request.lookahead_ms);
  assert.ok(asked.length === 2 && !asked.some((request) => "phase_ns" in request), JSON.stringify(asked));
  assert.ok(Math.abs(late[0] - (1000 / 60 + 20.5)) < 1e-3 && Math.abs(late[1] - (1000 / 210 + 20.5)) < 1e-3, `${late}`);
});

test("a line may come in pieces", async () => {
  const [head, tail] = [frame(7).slice(0, 9), frame(7).slice(9)];
  const { frames } = await taken((socket) => socket.write(hello + head, () => setTimeout(() => socket.write(tail), 20)), 1);
  assert.equal(frames[0].seq, 7);
});

test("it connects again, and hears each hello", async () => {
  const { frames, told, connections } = await taken((socket, number) => socket.end(hello + frame(number)), 3);
  assert.deepEqual(frames.map(({ seq }) => seq), [1, 2, 3]);
  assert.deepEqual([told, connections], [["hello", "hello", "hello"], 3]);
});

test("a newer daemon after a restart ends it with the reason", async () => {
  const newer = '{"type":"hello","protocol":2,"server":"later"}\n';
  const { error, frames } = await taken((socket, number) => socket.end(number === 1 ? hello + frame(1) : newer), 9);
  assert.match(error.message, /protocol 2/);
  assert.equal(frames.length, 1);
});

test("it ends when it is told to, between two connections, too", async () => {
  const { error, frames } = await taken((socket) => socket.end(hello + frame(1)), 9,
    { stop: (ending) => setTimeout(() => ending.abort(), 20) });
  assert.deepEqual([error, frames.length], [undefined, 1]);
});

test("it hangs up at once when it is told to end, though nobody asks for the next frame, and tells nothing more", async () => {
  const { path, server } = await daemon(() => null), ending = new AbortController(), told = [], joined = on(server, "joined");
  const shadow = frames({ path, signal: ending.signal, onMessage: (message) => told.push(message.type) });
  const first = shadow.next(), { value: [socket] } = await joined.next();
  socket.write(hello + frame(1));
  await first;
  socket.write('{"type":"sensor"}\n'); // on its way
  ending.abort();
  await new Promise((resolve) => socket.once("close", resolve));
  assert.deepEqual([told, await shadow.next()], [["hello"], { value: undefined, done: true }]);
  server.close();
});

test("a refusal in place of hello is waited out, whatever its code: where that was asked for, and after a connection", async (t) => {
  hasten(t);
  const codes = ["too-many", "not-permitted", "later"];
  const refusals = codes.map((code) => `${JSON.stringify({ type: "error", code, message: "no" })}\n`);
  const ok = hello + '{"type":"ok","id":"options"}\n', later = [ok + frame(1), ...refusals, ok + frame(2)];
  for (const options of [undefined, { gain: 20 }]) {
    for (const [wait, said] of [[false, later], [true, [...refusals, ...later]]]) {
      const { frames, errors, error } = await taken((socket, number) => socket.end(said[number - 1]), 2, { options, wait });
      assert.deepEqual([error, frames.map(({ seq }) => seq)], [undefined, [1, 2]]);
      assert.deepEqual(errors, wait ? [...codes, ...codes] : codes);
    }
  }
});

test("a change that was taken is waited for where it is refused later, and what onMessage throws ends the loop", async (t) => {
  hasten(t);
  const refusal = '{"type":"error","id":"options","code":"not-permitted","message":"no"}\n';
  const said = ['{"type":"ok","id":1}\n' + frame(1), refusal, '{"type":"ok","id":"options"}\n' + frame(2)];
  let number = 0;
  const server = createServer((socket) => {
    const words = said[number++];
    socket.on("error", () => {}).once("data", () => socket.end(words)).write(hello);
  });
  const path = join(directory, "later");
  await new Promise((resolve) => server.listen(path, resolve));
  const shadow = frames({ path });
  shadow.subscribe({ gain: 3 });
  assert.deepEqual([(await shadow.next()).value.seq, (await shadow.next()).value.seq], [1, 2]);
  await shadow.return();
  server.close();
  const thrown = frames({ path: join(directory, "full"), wait: true, onMessage: () => { throw new Error("mine"); } });
  const full = createServer((socket) => socket.on("error", () => {}).end('{"type":"error","code":"too-many","message":"no"}\n'));
  await new Promise((resolve) => full.listen(join(directory, "full"), resolve));
  await assert.rejects(thrown.next(), /^Error: mine$/);
  full.close();
});

test("the usual places are looked at anew with each attempt, and are meant by an empty path, too", async (t) => {
  hasten(t);
  const { TILTSHADOW_SOCKET, XDG_RUNTIME_DIR } = process.env;
  t.after(() => Object.entries({ TILTSHADOW_SOCKET, XDG_RUNTIME_DIR }).forEach(([name, value]) =>
    value === undefined ? delete process.env[name] : (process.env[name] = value)));
  Object.assign(process.env, { TILTSHADOW_SOCKET: "", XDG_RUNTIME_DIR: join(directory, "run") });
  mkdirSync(join(directory, "run", "tiltshadow"), { recursive: true });
  const own = createServer((socket) => socket.on("error", () => {}).resume().write(hello + frame(2)));
  const old = createServer((socket) => own.listen(join(directory, "run/tiltshadow/tiltshadow.sock"), () => socket.end()));
  await new Promise((resolve) => old.listen(join(directory, "run/tiltshadow.sock"), resolve));
  const shadow = frames({ path: "", wait: true });
  assert.equal((await shadow.next()).value.seq, 2);
  await shadow.return();
  for (const server of [own, old]) server.close();
});

test("of old frames that had queued the newest is not handed out at once: a newer one comes as soon as there is room", async (t) => {
  const { lagTimeout } = times;
  t.after(() => { times.lagTimeout = lagTimeout; });
  times.lagTimeout = 1e6;
  const queued = (t_ns) => [1, 2, 3].map((seq) => frame(seq, { t_ns })).join("");
  for (const [t_ns, seq, dropped] of [[1, 4, 3], [Number(process.hrtime.bigint()) + 1e12, 3, 2]]) {
    const { path, server } = await daemon(() => null);
    server.once("joined", (socket) => socket.write(hello + queued(t_ns)));
    const shadow = frames({ path, onMessage: () => setImmediate(() => server.socket.write(frame(4))) });
    const { value } = await shadow.next();
    assert.deepEqual([value.seq, value.dropped], [seq, dropped]);
    await shadow.return();
    server.close();
  }
});

test("connecting again leaves nothing behind", async (t) => {
  const signals = [];
  t.mock.method(globalThis, "AbortController", class extends AbortController {
    constructor() { super(); signals.push(this.signal); }
  });
  const listeners = [];
  await taken((socket, number) => socket.end(hello + frame(number)), 6, {
    stop: () => listeners.push(signals.reduce((sum, signal) => sum + getEventListeners(signal, "abort").length, 0)),
  });
  // One more or less waits for the next connection.
  assert.ok(Math.max(...listeners) - Math.min(...listeners) <= 1, `listeners: ${listeners}`);
});

/** The client comes back at once. */
function hasten(t) {
  const { firstPause } = times;
  t.after(() => { times.firstPause = firstPause; });
  times.firstPause = 0;
}

/** Lets the client's timeout run out at once, on its connection of this number. */
function hurry(t, number) {
  const wait = HeardSocket.prototype.setTimeout;
  let connections = 0;
  t.mock.method(HeardSocket.prototype, "setTimeout", function (ms, then) {
    return wait.call(this, ms && (connections += 1) === number ? 1 : ms, then);
  });
}

test("a socket that says nothing at first is no daemon", { timeout: 30_000 }, async (t) => {
  hurry(t, 1);
  const { error } = await taken(() => {}, 1);
  assert.match(error.message, /s accepted the connection and says nothing$/);
  assert.match(error.hint, /^see why: tiltshadow doctor/);
});

test("a socket that says nothing after a restart is tried again", { timeout: 30_000 }, async (t) => {
  hurry(t, 2);
  const { frames } = await taken((socket, number) => number === 2 || socket.end(hello + frame(number)), 2);
  assert.deepEqual(frames.map(({ seq }) => seq), [1, 3]);
});

test("what is asked of a daemon that hangs is no sign of its life", { timeout: 30_000 }, async (t) => {
  const { silenceTimeout } = times;
  t.after(() => { times.silenceTimeout = silenceTimeout; });
  times.silenceTimeout = 200;
  const path = join(directory, "hangs");
  let connections = 0;
  const server = createServer((socket) => socket.on("error", () => {}).resume().write(hello + frame((connections += 1))));
  await new Promise((resolve) => server.listen(path, resolve));
  const shadow = frames({ path });
  const asking = setInterval(() => shadow.subscribe({ gain: 20 }), 20);
  assert.equal((await shadow.next()).value.seq, 1);
  assert.equal((await shadow.next()).value.seq, 2, "of the next connection");
  clearInterval(asking);
  await shadow.return();
  await new Promise((resolve) => server.close(resolve));
});

test("a daemon may be silent for five seconds at first, for three later, and while another user sits in front", async (t) => {
  const timeout = t.mock.method(HeardSocket.prototype, "setTimeout");
  const away = '{"type":"error","code":"not-permitted"}\n';
  await taken((socket) => {
    socket.write(hello + away + '{"type":"sensor"}\n');
    setImmediate(() => socket.write(frame(1)));
  }, 1);
  assert.deepEqual(timeout.mock.calls.map((call) => call.arguments[0]), [5000, 3000, 0, 3000]);
});

test("the picture's turn is told where the screen knows it, and nonsense is not", (t) => {
  const warned = t.mock.method(console, "warn", () => {}), told = [], screen = new EventTarget();
  const turn = (angle) => {
    screen.angle = angle;
    screen.dispatchEvent(new Event("change"));
  };
  screen.angle = 0;
  const stop = followScreen((options) => told.push(options), screen);
  for (const angle of [0, 90, 45, undefined, 90, 270, 0]) turn(angle);
  assert.deepEqual(told.map(({ display_rotation: angle }) => angle), [90, 270, 0]);
  assert.match(warned.mock.calls[0].arguments[0], /turned by "45": expected 0, 90, 180 or 270; taken to be at 90 still$/);
  assert.equal(warned.mock.calls.length, 2);
  stop();
  turn(180);
  assert.equal(told.length, 3);
  screen.angle = 180;
  followScreen((options) => told.push(options), screen)();
  assert.deepEqual(told.at(-1), { display_rotation: 180 }, "turned from the start");
  followScreen(() => assert.fail("without a screen nothing is told"), undefined)();
});

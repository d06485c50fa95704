// S15, S16: what answers at the socket is no daemon as this page knows them.
import { near, row, same, that } from "./table.mjs";

const hello = { type: "hello", protocol: 1, server: "tiltshadow 9.9", rate_hz: 50, gain: 10, sensor: { id: "x", name: "X", kind: "iio", gyro: false } };
/** What the status line says, and whether it is seen. */
const status = () => ({ text: document.querySelector("[role=status]").textContent, seen: !document.querySelector(".toast").matches(".quiet") });

row("S15", "a newer daemon is refused, and the page says so", "", async (t) => {
  const newer = await t.programs.impostor((say) => say({ ...hello, protocol: 2 }));
  try {
    await t.open(newer.address, "", { follows: false });
    const { text, seen } = await t.until("a word about the protocol", () => {
      const text = document.querySelector("[role=status]").textContent;
      return /protocol 2/.test(text) && { text, seen: !document.querySelector(".toast").matches(".quiet") };
    });
    that(seen && /refused/.test(text) && /same version/.test(text), "why and what to do", text);
    same(await t.ask(() => [window.__preview.received, look.shadow(look.cards()[0]).y]), [0, 4], "frames received, shadow at rest");
    return text.trim();
  } finally { await newer.close(); }
});

row("S16", "garbage between frames is left out, and the page says so", "", async (t) => {
  const garbled = await t.programs.impostor((say, ending) => {
    say(hello);
    const frame = (seq, x, y) => ({ type: "frame", seq, t_ns: seq * 20e6, state: "tracking", x, y });
    let seq = 0;
    const timer = setInterval(() => {
      say("{garbage");
      say(`{"type":"frame","seq":${seq},"t_ns":1,"state":"tracking","x":1e999,"y":"3"}`);
      say(frame(seq += 1, 3, 4));
    }, 20);
    ending.addEventListener("abort", () => clearInterval(timer));
  });
  try {
    await t.open(garbled.address);
    await t.until("a word about the garbage", () => /left out.*makes no sense/.test(document.querySelector("[role=status]").textContent));
    const { text, seen } = await t.ask(status);
    same(seen, true, "status line seen");
    const { x, y } = await t.ask(() => look.shadow(look.cards()[0]));
    near(x, 3, 0.005, "x");
    near(y, 4, 0.005, "y");
    same(await t.ask(() => window.__preview.source), "daemon", "source");
    return `(${x}, ${y}) px and: ${text.trim().slice(0, 90)}`;
  } finally { await garbled.close(); }
});

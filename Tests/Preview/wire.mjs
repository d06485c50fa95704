// What the server sent, beside the page: the frames a page must show, known from elsewhere than the page.
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "./table.mjs";

/** Reads a stream of Server-Sent Events; `frames` maps t_ns to frame: each subscriber counts its own, the tick is everybody's. */
export class Wire {
  frames = new Map(); events = []; #request; #text = "";

  /** Reads `address`/stream as a page of its own; the first frame is there. */
  static async reading(address) {
    const wire = new Wire();
    wire.#request = get(`${address}/stream`, { headers: { Accept: "text/event-stream" } }, (response) => {
      response.setEncoding("utf8").on("data", (text) => {
        const blocks = (wire.#text + text).split("\n\n");
        wire.#text = blocks.pop();
        for (const block of blocks) {
          const fields = Object.fromEntries(block.split("\n").map((line) => line.match(/^(\w+): ?(.*)$/)?.slice(1) ?? []));
          if (fields.data) wire.#take(fields.event ?? "message", fields.data);
        }
      });
      response.on("error", () => {});
    });
    wire.#request.on("error", () => {});
    for (const end = performance.now() + 60_000; wire.frames.size === 0; await sleep(10)) {
      if (performance.now() > end) throw new Failure(`a frame from ${address}/stream`, "nothing for 10 s");
    }
    return wire;
  }

  #take(event, data) {
    const message = JSON.parse(data);
    this.events.push({ event, message, at: performance.now() });
    if (event === "message" && message.type === "frame") this.frames.set(message.t_ns, message);
  }

  /** How many frames came of ticks later than `from`, up to `to`. */
  count(from, to) { return [...this.frames.keys()].filter((tick) => tick > from && tick <= to).length; }

  get newest() { return Math.max(...this.frames.keys()); }
  close() { this.#request?.destroy(); }
}

// What the server sent, beside the page: the frames a page must show, known from elsewhere than the page.
import { get } from "node:http";

/** Reads a stream of Server-Sent Events; `frames` maps seq to frame. */
export class Wire {
  frames = new Map(); events = []; #request; #text = "";

  /** Reads `address`/stream as a page of its own. */
  static reading(address) {
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
    return wire;
  }

  /** What Chromium's network service hands to the event source of `page`. */
  static of(page) {
    const wire = new Wire();
    page.listen((method, { eventName, data }) => {
      if (method === "Network.eventSourceMessageReceived") wire.#take(eventName || "message", data);
    });
    return wire;
  }

  /** Of the page where the browser tells, else of a second reader, which gets the same numbers for the same options. */
  static beside(t) { return t.browser === "chromium" ? Wire.of(t.page) : Wire.reading(t.address); }

  #take(event, data) {
    const message = JSON.parse(data);
    this.events.push({ event, message, at: performance.now() });
    if (event === "message" && message.type === "frame") this.frames.set(message.seq, message);
  }

  get newest() { return Math.max(...this.frames.keys()); }
  close() { this.#request?.destroy(); }
}

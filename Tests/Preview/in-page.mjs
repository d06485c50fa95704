// What rows ask of the page; it runs in the page, so it may use nothing outside itself.

/** Puts `look` into the page: how to find and measure what is there. */
export function installLook() {
  const round = (value) => Math.round(value * 1e4) / 1e4;
  const roots = (root) => [root, ...[...root.querySelectorAll("*")].flatMap((element) => element.shadowRoot ? roots(element.shadowRoot) : [])];
  const caught = new Set(), { animate } = Element.prototype;
  Element.prototype.animate = function (...parts) {
    const made = animate.apply(this, parts);
    if (caught.has(made.id)) made.pause();
    return made;
  };
  window.look = {
    /** The shadow of a card, a layer of its own, or of another element: offset and blur in px, colour as the browser writes it. */
    shadow(element) {
      const layer = element.querySelector(":scope > .cast");
      if (layer) {
        const { transform } = getComputedStyle(layer), { filter, backgroundColor: colour } = getComputedStyle(layer.querySelector("i")), { e: x, f: y } = new DOMMatrix(transform);
        return { x, y, blur: 2 * parseFloat(filter.replace("blur(", "")), colour, text: `${transform} ${filter} ${colour}` };
      }
      const { boxShadow: text } = getComputedStyle(element);
      const colour = /(rgba?|color)\([^)]*\)/.exec(text)?.[0] ?? "";
      const [x, y, blur] = text.replace(colour, "").trim().split(/\s+/).map(parseFloat);
      return { x, y, blur, colour, text };
    },
    /** How the drawing of the device is turned, as the browser writes it. */
    turn() { return [".turned", ".slab"].map((part) => getComputedStyle(document.querySelector(part)).transform).join(); },
    rect(element) {
      const { left, top, width, height } = (typeof element === "string" ? look.one(element) : element).getBoundingClientRect();
      return { left: round(left), top: round(top), width: round(width), height: round(height), right: round(left + width), bottom: round(top + height) };
    },
    /** The first match of `selector` anywhere, in shadow roots, too. */
    one(selector) {
      for (const root of roots(document)) { const found = root.querySelector(selector); if (found) return found; }
      return null;
    },
    /** The cards that can be seen. */
    cards() {
      return [...document.querySelectorAll("article.card")].filter((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
    },
    /** The animations of `id`, or all but those that only hold a value, in shadow roots, too. */
    animations(id) {
      const all = new Set(roots(document).flatMap((root) => root.getAnimations({ subtree: true })));
      return [...all].filter((animation) => id ? animation.id === id : animation.id !== "held");
    },
    animation(id) { return look.animations(id)[0]; },
    /** From now on animations of these ids stop at their first moment: on a slow machine they would be over before a row looks. */
    catch(...ids) { for (const id of ids) caught.add(id); },
    /** Holds the animation of `id` at `ms`. */
    hold(id, ms) {
      const animation = look.animation(id);
      if (!animation) throw new Error(`no animation ${id}, but ${look.animations().map((a) => a.id)}`);
      animation.pause();
      animation.currentTime = ms;
      return animation;
    },
    /** The scale of an element, 1 where it has none. */
    scale(element) {
      const { scale } = getComputedStyle(element);
      return scale === "none" ? 1 : parseFloat(scale);
    },
    /** Waits for `count` animation frames. */
    async frames(count) {
      for (let left = count; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    },
    /** Whether the page holds what it needs when there is no server to load it from any more. */
    hasOwnSources() {
      const files = performance.getEntriesByType("resource").filter(({ responseEnd }) => responseEnd > 0).map(({ name }) => name.split("/").at(-1));
      return ["sources", "mapping"].every((part) => files.includes(`local-${part}.js`))
        && ["sensor", "orientation", "pointer"].every((source) => files.includes(`${source}-source.js`));
    },
    /** What the page noted of `event`. */
    notes(event) { return window.__preview.log.filter((note) => note.event === event); },
  };
}

// @ts-check
/** @file The pane that shows what arrives: source, rate, age, drops, angles, offset, and ten seconds of it. */

import { Comparison } from "./compare.js";
import { element } from "./element.js";
import { Plot } from "./plot.js";
import { FALLBACK } from "./shadow.js";
import { statusText } from "./status-text.js";

/** Time between two pictures of the plot, in ms, and how many of them there are to one update of the figures. */
const PERIOD = 40;
const PICTURES_PER_FIGURES = 6;

/** The figures, by their names. */
const FIGURES = ["Source", "Sensor", "Rate", "Age", "Drops", "Pitch", "Roll", "Up", "Offset"];

export class Inspector {
  #pane;
  #button;
  #readings;
  #onToggle;
  #bar = new ResizeObserver(([{ target }]) => this.#pane.style.setProperty("--bar", `${/** @type {HTMLElement} */ (target).offsetHeight}px`));
  #plot;
  #comparison = new Comparison();
  #title = element("h2", { tabIndex: -1 }, "Inspector");
  #status = element("p", { className: "inspector-status" });
  #eulerKey = element("span", { className: "key key-euler", hidden: true }, "usual x");
  #eulerKeyY = element("span", { className: "key key-euler-y", hidden: true }, "usual y");
  /** @type {Map<string, HTMLElement>} */
  #figures = new Map();
  #timer = 0;
  #ticks = 0;
  #calm = false;
  /** @type {import("./types.js").News | null} */
  #news = null;

  /**
   * @param {HTMLElement} pane @param {HTMLButtonElement} button that opens it
   * @param {import("./readings.js").Readings} readings @param {(open: boolean) => void} onToggle
   * @param {...HTMLElement} more panels below the figures
   */
  constructor(pane, button, readings, onToggle, ...more) {
    this.#pane = pane;
    this.#button = button;
    this.#readings = readings;
    this.#onToggle = onToggle;
    const canvas = element("canvas", { className: "plot", role: "img", "aria-label": "Offset over the last ten seconds" });
    this.#plot = new Plot(canvas, readings);
    const euler = element("input", { type: "checkbox", role: "switch", id: "show-euler" });
    euler.addEventListener("change", () => this.#showEuler(euler.checked));
    const close = element("button", { type: "button", className: "round-button", "aria-label": "Close the inspector" });
    close.addEventListener("click", () => this.toggle(false));
    const figures = element("dl", { className: "figures" });
    for (const name of FIGURES) {
      const figure = element("dd", {}, "–");
      this.#figures.set(name, figure);
      figures.append(element("div", {}, element("dt", {}, name), figure));
    }
    pane.append(
      element("header", { className: "inspector-head" }, this.#title, close), this.#status, this.#comparison.element, canvas,
      element("p", { className: "keys" }, element("span", { className: "key key-x" }, "x, right"),
        element("span", { className: "key key-y" }, "y, down"), this.#eulerKey, this.#eulerKeyY),
      element("label", { className: "switch-row", htmlFor: "show-euler" }, "Show the usual formula, which jumps at the vertical", euler),
      figures, ...more);
    pane.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.toggle(false);
    });
  }

  /**
   * Opens or closes the pane; the focus goes in and comes back.
   * @param {boolean} open
   */
  toggle(open) {
    this.#pane.hidden = !open;
    document.documentElement.classList.toggle("inspecting", open);
    this.#button.setAttribute("aria-expanded", String(open));
    (open ? this.#title : this.#button).focus({ preventScroll: true });
    this.#onToggle(open);
    clearInterval(this.#timer);
    this.#bar.disconnect();
    if (!open) return;
    this.#bar.observe(/** @type {HTMLElement} */ (this.#button.closest(".bar")));
    this.#ticks = 0;
    this.#tick();
    this.#timer = setInterval(() => this.#tick(), PERIOD);
  }

  /** @param {import("./types.js").News} news */
  tell(news) {
    this.#news = news;
    const { well, headline, hint } = statusText(news);
    this.#status.textContent = hint ? `${headline}. ${hint}` : headline;
    this.#status.dataset.health = well ? (news.source === "none" ? "idle" : "live") : "trouble";
  }

  /**
   * Rests the pictures, too.
   * @param {boolean} calm
   */
  rest(calm) {
    this.#calm = calm;
  }

  /** @param {boolean} shown */
  #showEuler(shown) {
    this.#plot.withEuler = shown;
    this.#comparison.showEuler(shown);
    this.#eulerKey.hidden = this.#eulerKeyY.hidden = !shown;
  }

  #tick() {
    if (document.hidden) return;
    const figures = this.#ticks % PICTURES_PER_FIGURES === 0;
    this.#ticks += 1;
    const { last } = this.#readings;
    if (this.#calm) this.#comparison.draw(FALLBACK, FALLBACK);
    else this.#comparison.draw(last ?? FALLBACK, last ? this.#readings.euler(last) : FALLBACK);
    if (!this.#calm || figures) this.#plot.draw();
    if (figures) this.#write();
  }

  #write() {
    const { last, arrived, drops } = this.#readings;
    const { source = "none", sensor = null } = this.#news ?? {};
    const rate = this.#readings.rate();
    const euler = this.#plot.withEuler ? this.#readings.euler(last) : null;
    const texts = {
      Source: source,
      // The daemon's, which is not what moves the shadow where another source does.
      Sensor: sensor && source === "daemon" ? `${sensor.name}, ${sensor.kind}` : "–",
      Rate: `${rate} Hz`,
      Age: last ? age(performance.now() - arrived) : "–",
      Drops: String(drops),
      Pitch: angle(last?.pitch),
      Roll: angle(last?.roll),
      Up: last?.up ? last.up.map((part) => signed(part, 3)).join("  ") : "–",
      Offset: (last ? offset(last) : offset(FALLBACK)) + (euler ? `, ${offset(euler, "usual ")}` : ""),
    };
    for (const [name, text] of Object.entries(texts)) {
      const figure = /** @type {HTMLElement} */ (this.#figures.get(name));
      if (figure.textContent !== text) figure.textContent = text;
    }
  }
}

/** @param {number} ms */
function age(ms) {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** @param {number} [radians] */
function angle(radians) {
  return radians === undefined ? "–" : `${signed((radians * 180) / Math.PI, 1)}°`;
}

/**
 * In one piece: between two offsets a line may break, and nowhere else.
 * @param {import("./shadow.js").Offset} offset in px @param {string} [whose]
 */
function offset({ x, y }, whose = "") {
  return `${whose}${signed(x, 2)}, ${signed(y, 2)} px`.replaceAll(" ", "\u00a0");
}

/**
 * With a true minus sign, and room for it.
 * @param {number} value @param {number} digits
 */
function signed(value, digits) {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

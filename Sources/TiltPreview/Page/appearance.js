// @ts-check
/** @file The panel that chooses where frames come from and how the page looks. */

import { element } from "./element.js";
import { permissionButton } from "./permission.js";

const SOURCES = /** @type {const} */ ([
  ["auto", "Best that answers"], ["daemon", "Daemon"], ["sensor", "Gravity sensor"], ["orientation", "Device orientation"],
  ["pointer", "Pointer"], ["none", "None"],
]);

/** @param {import("./feed.js").Feed} feed */
export function sourcePanel(feed) {
  const select = choice("source", "Source", SOURCES, feed.news.choice,
    (value) => feed.choose(/** @type {import("./types.js").Choice} */ (value)));
  return element("div", { className: "settings" }, select, ...permissionButton(() => feed.retry()));
}

/** The theme and its brightness. */
export function themePanel() {
  const { dataset } = document.documentElement;
  return element("div", { className: "settings" },
    choice("appearance", "Appearance", [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]], dataset.appearance ?? "system",
      (value) => { dataset.appearance = value; }),
    choice("theme", "Colours", [["default", "Accessible"], ["classic", "Classic"]], dataset.theme ?? "default",
      (value) => { dataset.theme = value; }));
}

/**
 * @param {string} name @param {string} label @param {readonly (readonly [string, string])[]} options
 * @param {string} chosen @param {(value: string) => void} onChange
 */
function choice(name, label, options, chosen, onChange) {
  const id = `choose-${name}`;
  const select = element("select", { id }, ...options.map(([value, text]) => element("option", { value, selected: value === chosen }, text)));
  select.addEventListener("change", () => onChange(select.value));
  return element("div", { className: "setting" }, element("label", { htmlFor: id }, label), select);
}

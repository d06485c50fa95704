// @ts-check
/** @file The inspector with its panels, put together when it is first opened. */

import { sourcePanel, themePanel } from "./appearance.js";
import { element } from "./element.js";
import { Inspector } from "./inspector.js";
import { SettingsPanel } from "./settings.js";
import { stylesheet } from "./stylesheet.js";

/** @typedef {Awaited<ReturnType<typeof inspect>>} Inspection */

/**
 * @param {HTMLElement} pane @param {HTMLButtonElement} button that opens it
 * @param {import("./feed.js").Feed} feed @param {import("./readings.js").Readings} readings @param {(open: boolean) => void} onToggle
 */
export async function inspect(pane, button, feed, readings, onToggle) {
  await stylesheet("inspector.css");
  const settings = new SettingsPanel(
    (options) => feed.change(options),
    () => feed.recentre(),
  );
  const inspector = new Inspector(pane, button, readings, onToggle,
    section("Shadow", settings.element), section("Source", sourcePanel(feed)), section("Look", themePanel()));
  inspector.tell(feed.news);
  return { inspector, settings };
}

/** @param {string} title @param {HTMLElement} panel */
function section(title, panel) {
  return element("section", { className: "panel" }, element("h3", {}, title), panel);
}

// @ts-check
/** @file The inspector with its panels, put together when it is first opened. */

import { change } from "./apply.js";
import { sourcePanel, themePanel } from "./appearance.js";
import { element } from "./element.js";
import { Inspector } from "./inspector.js";
import { SettingsPanel } from "./settings.js";
import { stylesheet } from "./stylesheet.js";

/** What makes a frame mean something else. */
const MEANING = ["gain", "limit", "mapping", "reference"];

/** @typedef {Awaited<ReturnType<typeof inspect>>} Inspection */

/**
 * @param {HTMLElement} pane @param {HTMLButtonElement} button that opens it
 * @param {import("./feed.js").Feed} feed @param {import("./readings.js").Readings} readings @param {(open: boolean) => void} onToggle
 */
export async function inspect(pane, button, feed, readings, onToggle) {
  await stylesheet("inspector.css");
  const settings = new SettingsPanel(
    (options) => MEANING.some((name) => name in options) ? change(feed.change(options)) : feed.change(options),
    () => change(feed.recentre()),
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

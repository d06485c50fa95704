// @ts-check
/** @file What is going on with the sources, in words: pure. */

/** How each of the browser's own sources is named in a sentence. */
const FOLLOWED = { sensor: "this device's gravity sensor", orientation: "this device's orientation", pointer: "the pointer" };

/** What to try where the server has no better idea. */
const START = "Start it with systemctl start tiltshadow.socket (tiltshadow doctor knows how other inits do), or try tiltshadow preview --demo; this page goes on by itself.";

/** How the server tells of a daemon that is there and hangs (ClientError.swift). */
const SILENT = / accepted the connection and says nothing$/;

/** What the feed says where not even the server answers. */
export const NO_SERVER = "the preview server does not answer";

/**
 * @param {import("./types.js").News} news
 * @returns {{well: boolean, headline: string, hint: string}}
 */
export function statusText(news) {
  const { choice, source, daemon, message, hint, server, sensor, state, failures } = news;
  if (source === "daemon") {
    if (state === "stale") return trouble("The sensor went silent", "The last shadow is kept for a while; the daemon tries to wake it.");
    if (state === "none" && !sensor) return trouble("The daemon has no sensor", "tiltshadow sensors lists what there is and why it was not taken.");
    if (message) return trouble("Lines of the daemon were left out", `${sentence(message)} ${sentence(hint)}`.trim());
    return well(sensor ? `${server}, ${sensor.name}` : server);
  }
  const follows = FOLLOWED[/** @type {keyof typeof FOLLOWED} */ (source)];
  // A phone's own motion goes before what a daemon plays.
  if (follows && (choice !== "auto" || daemon === "connected")) return well(`Following ${follows}`);
  if (choice === "none") return well("No source: the shadow rests");
  if (choice !== "auto" && choice !== "daemon") {
    if (choice === "pointer") return well("Move the pointer: the shadow follows");
    return trouble("No sensor answers yet", sentence(failures[choice]) || "Allow motion sensors for this page, or choose another source.");
  }
  const rests = follows ? `following ${follows}` : "the shadow rests";
  if (message === NO_SERVER) return trouble(`The preview has ended: ${rests}`, `${sentence(message)} ${sentence(hint)}`.trim());
  if (daemon === "refused") return trouble(`The daemon refused: ${rests}`, `${sentence(message)} ${sentence(hint)}`.trim());
  if (!message) return well(`Looking for the daemon, ${follows ? rests : "no sensor yet"}`);
  if (daemon === "queued") return trouble(`This window waits its turn: ${rests}`, `${sentence(message)} ${sentence(hint)}`);
  const missing = SILENT.test(message) ? "The daemon does not answer"
    : source === "sensor" || source === "orientation" ? "No daemon" : "No daemon, no sensor";
  return trouble(`${missing}: ${rests}`, `${sentence(message)} ${sentence(hint) || START}`);
}

/** @param {string} headline */
function well(headline) {
  return { well: true, headline, hint: "" };
}

/** @param {string} headline @param {string} hint */
function trouble(headline, hint) {
  return { well: false, headline, hint };
}

/**
 * With a capital and a full stop.
 * @param {string} [text]
 */
function sentence(text = "") {
  // A daemon's hints are for terminals, where marks around commands are no letters.
  const trimmed = text.trim().replaceAll("`", "");
  if (!trimmed) return "";
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + (/[.!?]$/.test(trimmed) ? "" : ".");
}

// @ts-check
/** @file What is needed later, loaded while nothing else is to be done: without a server the page has all its parts. */

import { preview } from "./probe.js";
import { books } from "./stories.js";
import { stylesheet } from "./stylesheet.js";

/** The profile's picture, kept: what has gone would be asked for again. */
const picture = new Image();

/** Each part with what it needs to be shown. */
const PARTS = [
  () => import("./gestures.js"), () => import("./local-sources.js"), () => import("./neutral-pose.js"), ...books,
  () => import("./demo-download.js"), () => import("./profile.js"), () => stylesheet("profile.css"),
  () => Object.assign(picture, { src: "profile-header.svg" }).decode(),
  () => import("./inspection.js"), () => stylesheet("inspector.css"),
];

/** Loads one part after the other; one that does not come is asked for again when it is wanted. */
export async function preload() {
  performance.mark("preload");
  for (const part of PARTS) {
    await idle();
    await part().catch(() => {});
  }
  preview.isWhole = true;
}

/** Some browsers tell no idle time. */
const idle = () => new Promise((resolve) => "requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout: 1000 }) : setTimeout(resolve, 50));

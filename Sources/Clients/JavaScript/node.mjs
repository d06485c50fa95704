/** @file What socket.mjs needs of Node, for tiltshadow.mjs. Apache-2.0. */

import { connect as connectTo } from "node:net";

export { existsSync } from "node:fs";

export const environment = process.env;

/** A socket whose text comes as it is read. */
export const connect = (path) => connectTo({ path }).setEncoding("utf8");

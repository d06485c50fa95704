// @ts-check
/** @file What passes between the parts of the page: types for whoever edits them; no browser loads this. */

export {};

/**
 * @typedef {object} Frame
 * @property {number} seq
 * @property {number} [t_ns] the daemon's, on its own clock
 * @property {number} [arrived] when it came, in ms of performance.now(); now, where it is not said
 * @property {number} x in px, to the right
 * @property {number} y in px, down the screen
 * @property {string} state tracking, stale or none
 * @property {number} [pitch] in radians
 * @property {number} [roll] in radians
 * @property {[number, number, number]} [up]
 * @property {number} [dropped] frames missed just before this one
 * @property {boolean} [byHand] a hand tilts the drawing of the device
 *
 * @typedef {"auto" | "daemon" | "sensor" | "orientation" | "pointer" | "none"} Choice
 *
 * @typedef {object} News what the status line and the inspector tell
 * @property {Choice} choice
 * @property {string} origin of the daemon's frames: daemon, replay (the preview's or the daemon's), demo, or nothing before the server has told
 * @property {string} source in use: daemon, sensor, orientation, pointer or none
 * @property {"connected" | "waiting" | "queued" | "refused" | "off"} daemon queued: other windows of this browser have all the streams there are
 * @property {string} message why there is no daemon
 * @property {string} hint what to try
 * @property {string} server name and version
 * @property {{name: string, kind: string, gyro?: boolean} | null} sensor the daemon's
 * @property {string} state of the newest frame
 * @property {Record<string, string>} failures of the browser's own sources
 *
 * @typedef {object} Listeners
 * @property {(frame: Frame) => void} onFrame
 * @property {() => void} onBreak what frames mean has been changed: those before and after have no way between them
 * @property {() => void} onRest no source knows the tilt
 * @property {(options: Record<string, any>) => void} onAlone no daemon will say what is in force: this is
 * @property {(news: News) => void} onNews
 * @property {(options: Record<string, any>) => void} onOptions what is in force now, of what was asked
 * @property {(hello: import("./daemon-source.js").Line) => void} onHello the daemon has a new connection for us, with its defaults
 */

/**
 * @typedef {object} Preview
 * @property {{seq: number, x: number, y: number} | null} lastFrame the frame applied last; x, y in px
 * @property {number} clock what performance.now() is held to be ahead of the daemon's clock by, in ms
 * @property {number} received frames that arrived from the source in use
 * @property {number} applied frames that reached the style sheet
 * @property {string} source daemon, sensor, orientation, pointer or none
 * @property {boolean} isWhole whether all parts have been loaded
 * @property {object[]} log what `note` was told
 */

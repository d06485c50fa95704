// Processor time that all processes of a browser have taken so far, thread by thread.
import { readFileSync, readdirSync } from "node:fs";

/** Fields of a stat file after the name, which may hold spaces and brackets (proc(5)). */
function stat(path) {
  const text = readFileSync(path, "latin1"), from = text.indexOf("("), to = text.lastIndexOf(")");
  const fields = text.slice(to + 2).split(" ");
  // utime and stime, in hundredths.
  return { name: text.slice(from + 1, to), parent: Number(fields[1]), time: (Number(fields[11]) + Number(fields[12])) / 100 };
}

const numbered = (directory) => readdirSync(directory).filter((name) => /^\d+$/.test(name)).map(Number);

export class ProcessorTime {
  #at = performance.now();
  #threads = new Map();

  /** @param {number} pid of the browser: it and all that descend from it count */
  constructor(pid) {
    const parents = new Map();
    for (const each of numbered("/proc")) try { parents.set(each, stat(`/proc/${each}/stat`).parent); } catch { /* It has ended. */ }
    const isOurs = (each) => each === pid || (parents.has(each) && isOurs(parents.get(each)));
    for (const each of [...parents.keys()].filter(isOurs)) {
      try {
        const kind = /--type=([a-z-]+)/.exec(readFileSync(`/proc/${each}/cmdline`, "latin1"))?.[1] ?? "browser";
        for (const thread of numbered(`/proc/${each}/task`)) {
          const { name, time } = stat(`/proc/${each}/task/${thread}/stat`);
          this.#threads.set(thread, { name: `${kind} ${thread === each ? "main" : name.replace(/[\d/]+$/, "")}`, time });
        }
      } catch { /* It has ended. */ }
    }
  }

  /**
   * What has been taken since `before`: of all, in seconds a second; of the pages' main threads, in %; and by threads' names, the
   * greediest first.
   */
  since(before) {
    const took = (this.#at - before.#at) / 1000, threads = new Map();
    for (const [thread, { name, time }] of this.#threads) {
      const spent = (time - (before.#threads.get(thread)?.time ?? 0)) / took;
      threads.set(name, (threads.get(name) ?? 0) + spent);
    }
    return {
      all: [...threads.values()].reduce((sum, time) => sum + time, 0), main: 100 * (threads.get("renderer main") ?? 0),
      threads: [...threads].filter(([, time]) => time >= 0.005).sort(([, one], [, other]) => other - one),
    };
  }
}

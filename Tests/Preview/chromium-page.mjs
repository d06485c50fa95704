// One page in Chromium: script, viewport, media, and touches, mouse and keys as a person gives them.

const keys = {
  Enter: ["Enter", 13, "\r"], Space: [" ", 32, " "], Tab: ["Tab", 9], Escape: ["Escape", 27],
  PageDown: ["PageDown", 34], End: ["End", 35], Home: ["Home", 36],
  ArrowDown: ["ArrowDown", 40], ArrowUp: ["ArrowUp", 38], ArrowLeft: ["ArrowLeft", 37], ArrowRight: ["ArrowRight", 39],
};

/** A page driven by DevTools calls; `FirefoxPage` has the same methods, but for touches and the accessibility tree. */
export class ChromiumPage {
  #send; #tab; #heard = []; #loaded = () => {};
  /** Everything the page complained about: uncaught errors, refused resources, console errors. */
  errors = [];

  /** `tab` sends to it, covers it with another one, uncovers and leaves it, opens one beside, crashes its graphics. */
  constructor(tab) { this.#tab = tab; this.#send = tab.send; }

  /** Called once before anything else. */
  async prepare() {
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await this.#send(`${domain}.enable`);
    await this.#send("Emulation.setFocusEmulationEnabled", { enabled: true });
    await this.size(1024, 768);
  }

  /** Calls any DevTools method of this page. */
  send(method, params) { return this.#send(method, params); }

  /** Events come here; `listen` passes them on. */
  heard(method, params) {
    if (method === "Page.loadEventFired") this.#loaded();
    if (method === "Runtime.exceptionThrown") {
      const { text, exception } = params.exceptionDetails;
      this.errors.push(exception?.description ?? text);
    }
    if (method === "Log.entryAdded" && params.entry.level === "error") {
      this.errors.push(`${params.entry.text} ${params.entry.url ?? ""}`);
    }
    for (const listener of this.#heard) listener(method, params);
  }

  /** Calls `listener(method, params)` for each DevTools event. */
  listen(listener) { this.#heard.push(listener); }

  /** Runs `script` in each new document before its own scripts. */
  async before(script) { await this.#send("Page.addScriptToEvaluateOnNewDocument", { source: script }); }

  /** Goes to `url` and waits until it has loaded. */
  async navigate(url) {
    const loaded = new Promise((resolve) => { this.#loaded = resolve; });
    const { errorText } = await this.#send("Page.navigate", { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    await loaded;
  }

  /** Loads the page anew and waits until it has loaded. */
  async reload() {
    const loaded = new Promise((resolve) => { this.#loaded = resolve; });
    await this.#send("Page.reload");
    await loaded;
  }

  /** Calls `work` in the page with `values` and gives what it returns, or what its promise does. */
  async evaluate(work, ...values) {
    const expression = `(${work})(...${JSON.stringify(values)})`;
    const { result, exceptionDetails } = await this.#send("Runtime.evaluate",
      { expression, awaitPromise: true, returnByValue: true, userGesture: false });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Gives the viewport `width` × `height` CSS pixels; with `touch` it is a phone's, fingers and all. */
  async size(width, height, { touch = false } = {}) {
    await this.#send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: touch });
    this.height = height;
    await this.#send("Emulation.setTouchEmulationEnabled", { enabled: touch, maxTouchPoints: 5 });
  }

  /** Sets media features, such as `{"prefers-reduced-motion": "reduce"}`; those not named are as they were at first. */
  async media(features) {
    await this.#send("Emulation.setEmulatedMedia",
      { features: Object.entries(features).map(([name, value]) => ({ name, value })) });
  }

  /** Puts fingers down, moves or lifts them: `kind` is start, move, end or cancel, `points` those on the glass after it. */
  async touch(kind, ...points) {
    const type = { start: "touchStart", move: "touchMove", end: "touchEnd", cancel: "touchCancel" }[kind];
    const touchPoints = points.map(([x, y], id) => ({ x, y, id, radiusX: 8, radiusY: 8, force: 1 }));
    await this.#send("Input.dispatchTouchEvent", { type, touchPoints });
  }

  /** Moves the mouse, or presses or lifts its left button: `kind` is move, down or up. */
  async mouse(kind, x, y, held = kind === "down") {
    const type = { move: "mouseMoved", down: "mousePressed", up: "mouseReleased" }[kind];
    await this.#send("Input.dispatchMouseEvent",
      { type, x, y, button: kind === "move" && !held ? "none" : "left", buttons: held ? 1 : 0, clickCount: 1 });
  }

  /** Turns the wheel by `dy` px over a point; positive scrolls down. */
  async wheel(x, y, dy) {
    await this.#send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY: dy });
  }

  /** Presses or lifts the key of `name`: `kind` is down or up; a key that is down says so once more with `again`. */
  async key(kind, name, { shift = false, again = false } = {}) {
    const [key, code, text] = keys[name];
    const type = kind === "up" ? "keyUp" : text ? "keyDown" : "rawKeyDown";
    await this.#send("Input.dispatchKeyEvent", {
      type, key, code: name, windowsVirtualKeyCode: code, modifiers: shift ? 8 : 0, autoRepeat: again,
      ...(kind === "down" && text ? { text } : {}),
    });
  }

  /** The nodes of the accessibility tree that are not ignored, each `{role, name, value, properties}`. */
  async accessibility() {
    const { nodes } = await this.#send("Accessibility.getFullAXTree");
    return nodes.filter((node) => !node.ignored).map((node) => ({
      role: node.role?.value, name: node.name?.value ?? "", value: node.value?.value,
      properties: Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])),
    }));
  }

  /** What the page looks like, as PNG. */
  async screenshot() {
    return Buffer.from((await this.#send("Page.captureScreenshot", { format: "png" })).data, "base64");
  }

  /** Puts another tab in front; gives what brings this one back. */
  async hide() {
    await this.#send("Emulation.setFocusEmulationEnabled", { enabled: false });
    const other = await this.#tab.cover();
    return async () => {
      await this.#tab.uncover(other);
      await this.#send("Emulation.setFocusEmulationEnabled", { enabled: true });
    };
  }

  /** Another page of the same person in a window of its own, in sight as this one is. */
  beside() { return this.#tab.beside(); }

  /** Ends the browser's process for graphics, as a fault of a driver does. */
  crashGraphics() { return this.#tab.crashGraphics(); }

  async close() { await this.#tab.leave(); }
}

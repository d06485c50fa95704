// One page in Firefox: script, viewport, media, and mouse and keys as a person gives them.
import { setTimeout as sleep } from "node:timers/promises";

const keys = {
  Enter: "\uE007", Space: " ", Tab: "\uE004", Escape: "\uE00C", Shift: "\uE008",
  PageDown: "\uE00F", End: "\uE010", Home: "\uE011",
  ArrowDown: "\uE015", ArrowUp: "\uE013", ArrowLeft: "\uE012", ArrowRight: "\uE014",
};
/** What a media feature's value is in Firefox's preferences. */
const preferences = {
  "prefers-reduced-motion": ["ui.prefersReducedMotion", { reduce: 1, "no-preference": 0 }],
  "prefers-color-scheme": ["layout.css.prefers-color-scheme.content-override", { dark: 0, light: 1 }],
  "forced-colors": ["browser.display.document_color_use", { active: 2, none: 0 }],
};

/** A page driven by Marionette; `ChromiumPage` has the same methods and more. */
export class FirefoxPage {
  #send; #leave;
  /** Firefox's errors are not collected; Chromium's are. */
  errors = [];

  constructor(send, leave) { this.#send = send; this.#leave = leave; }

  /** Called once before anything else. */
  async prepare() {
    await this.media({});
    await this.size(1024, 768);
    await this.front();
  }

  /** Gives the keyboard to the page, which Tab may have left for the browser's own controls. */
  async front() {
    await this.#chrome(`const window = Services.wm.getMostRecentWindow("navigator:browser"), done = arguments[0];
      window.focus(); window.gBrowser.selectedBrowser.focus(); done();`);
  }

  /** Runs `script` with the browser's own rights. */
  async #chrome(script, ...args) {
    await this.#send("Marionette:SetContext", { value: "chrome" });
    try {
      return (await this.#send("WebDriver:ExecuteAsyncScript", { script, args, sandbox: "system" })).value;
    } finally {
      await this.#send("Marionette:SetContext", { value: "content" });
    }
  }

  /** Goes to `url` and waits until it has loaded. */
  async navigate(url) { await this.#send("WebDriver:Navigate", { url }); }

  /** Loads the page anew and waits until it has loaded. */
  async reload() { await this.#send("WebDriver:Refresh"); }

  /** Calls `work` in the page with `values` and gives what it returns, or what its promise does. */
  async evaluate(work, ...values) {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve().then(() => (${work})(...JSON.parse(arguments[0])))
        .then((value) => done(JSON.stringify({ value })), (error) => done(JSON.stringify({ error: String(error) + "\\n" + (error?.stack ?? "") })));`;
    const { value } = await this.#send("WebDriver:ExecuteAsyncScript",
      { script, args: [JSON.stringify(values)], sandbox: null, newSandbox: false });
    const answer = JSON.parse(value);
    if (answer.error) throw new Error(answer.error);
    return answer.value;
  }

  /** Gives the viewport `width` × `height` CSS pixels; again where a new tab was laid out only after that. */
  async size(width, height) {
    this.height = height;
    const isSo = () => this.evaluate((w, h) => innerWidth === w && innerHeight === h, width, height);
    for (let tries = 0; tries < 10; tries += 1) {
      await this.#chrome(`const [width, height, done] = arguments, window = Services.wm.getMostRecentWindow("navigator:browser");
        window.resizeTo(Math.max(width, 500) + 100, Math.max(height, 500) + 250);
        const browser = window.gBrowser.selectedBrowser;
        for (const [side, size] of [["width", width], ["height", height]]) {
          for (const limit of ["", "min-", "max-"]) browser.style.setProperty(limit + side, size + "px", "important");
        }
        window.setTimeout(done, 50);`, width, height);
      for (const end = performance.now() + 1000; performance.now() < end; await sleep(20)) if (await isSo()) return;
    }
    throw new Error(`the viewport is not ${width}x${height}`);
  }

  /** Sets media features, such as `{"prefers-reduced-motion": "reduce"}`; those not named are as they were at first. */
  async media(features) {
    const values = Object.entries(preferences).map(([feature, [key, values]]) => [key, values[features[feature]] ?? null]);
    await this.#chrome(`const [values, done] = arguments;
      for (const [key, value] of values) {
        if (value === null) Services.prefs.clearUserPref(key); else Services.prefs.setIntPref(key, value);
      }
      Services.tm.dispatchToMainThread(done);`, values);
  }

  async #act(type, id, actions, parameters = undefined) {
    await this.#send("WebDriver:PerformActions", { actions: [{ type, id, actions, parameters }] });
  }

  /** Moves the mouse, or presses or lifts its left button: `kind` is move, down or up. */
  async mouse(kind, x, y) {
    const move = { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0, origin: "viewport" };
    const press = kind === "move" ? [] : [{ type: kind === "down" ? "pointerDown" : "pointerUp", button: 0 }];
    await this.#act("pointer", "mouse", [move, ...press], { pointerType: "mouse" });
  }

  /** Turns the wheel by `dy` px over a point; positive scrolls down. */
  async wheel(x, y, dy) {
    await this.#act("wheel", "wheel", [{ type: "scroll", x, y, deltaX: 0, deltaY: dy, duration: 0, origin: "viewport" }]);
  }

  /** Presses or lifts the key of `name`: `kind` is down or up; one that is down already says so once more. */
  async key(kind, name, { shift = false } = {}) {
    const type = kind === "down" ? "keyDown" : "keyUp";
    const held = shift ? [{ type, value: keys.Shift }] : [];
    const pressed = { type, value: keys[name] };
    await this.#act("key", "keys", kind === "down" ? [...held, pressed] : [pressed, ...held]);
  }

  /** What the page looks like, as PNG. */
  async screenshot() {
    return Buffer.from((await this.#send("WebDriver:TakeScreenshot", { full: false })).value, "base64");
  }

  /** Puts another tab in front; gives what brings this one back. */
  async hide() {
    const mine = await this.#send("WebDriver:GetWindowHandle");
    const { handle } = await this.#send("WebDriver:NewWindow", { type: "tab", focus: true });
    // Commands still go to this page.
    await this.#send("WebDriver:SwitchToWindow", { handle: mine.value, focus: false });
    return async () => {
      await this.#send("WebDriver:SwitchToWindow", { handle, focus: false });
      await this.#send("WebDriver:CloseWindow");
      await this.#send("WebDriver:SwitchToWindow", { handle: mine.value, focus: true });
    };
  }

  async close() {
    await this.#send("WebDriver:ReleaseActions");
    await this.media({});
    await this.#leave();
  }
}

// @ts-check
/** @file What a download button looks like: a sheet shared by all, made once. Colours come from download.css. */

/** Height of the pill and diameter of the circle, in px. */
const HEIGHT = 30;

/** @returns {CSSStyleSheet} */
export function downloadStyle() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { display: inline-grid; grid-template: ${HEIGHT}px / auto; justify-items: end; vertical-align: middle; color: var(--pill-ink);
      font: 700 .9375rem/${HEIGHT}px var(--text, system-ui); text-align: center; user-select: none; -webkit-user-select: none; }
    :host([align="left"]) { justify-items: left; }
    :host([align="right"]) { justify-items: right; }
    :host([align="center"]) { justify-items: center; }
    :host > * { grid-area: 1 / 1; }
    :host([data-failed]) { color: var(--pill-trouble); }
    /* All labels always take their room: nothing beside the button moves when its label changes. */
    .room { visibility: hidden; height: 0; overflow: hidden; white-space: nowrap; padding: 0 12px; pointer-events: none; }
    .pill { position: relative; box-sizing: border-box; width: max-content; height: ${HEIGHT}px; min-width: ${HEIGHT}px; margin: 0; padding: 0; border: 0;
      border-radius: ${HEIGHT / 2}px; font: inherit; color: inherit; background: var(--pill); cursor: pointer; touch-action: manipulation;
      -webkit-tap-highlight-color: transparent; }
    /* Drawn 30 px high, hit by a finger on 44. */
    .pill::before { content: ""; position: absolute; inset: -7px; border-radius: 22px; }
    .pill:focus-visible { outline: 3px solid var(--pill-focus, currentColor); outline-offset: 2px; }
    :host([data-view="startDownload"]) .pill:active, :host([data-view="downloaded"]) .pill:active { background: var(--pill-active); color: var(--pill-active-ink); }
    .label { display: block; padding: 0 12px; white-space: nowrap; overflow: hidden; }
    .stop { position: absolute; inset: 0; margin: auto; width: 30%; height: 30%; border-radius: 3px; background: var(--ring-done); opacity: 0; }
    .ring { width: ${HEIGHT}px; height: ${HEIGHT}px; position: relative; display: block; pointer-events: none; opacity: 0; fill: none; }
    .spinner { stroke: var(--ring); stroke-width: 2; }
    .meter { position: relative; width: ${HEIGHT}px; height: ${HEIGHT}px; pointer-events: none; border-radius: 50%; visibility: hidden; }
    .track { stroke: var(--ring-track); stroke-width: 6; }
    .arc { stroke: var(--ring-done); stroke-width: 6; stroke-dasharray: 1 1; stroke-dashoffset: 1; }
    :host(:is([data-view="pending"], [data-view="downloading"])) .pill { width: ${HEIGHT}px; background: var(--pill-disc); }
    :host(:is([data-view="pending"], [data-view="downloading"])) .label { opacity: 0; }
    :host([data-view="pending"]) .spinner { opacity: 1; }
    :host([data-view="pending"]) .pill { cursor: default; }
    :host([data-view="downloading"]) :is(.meter .ring, .stop) { opacity: 1; }
    :host([data-view="downloading"]) .meter { visibility: visible; }
    .live { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    @media (forced-colors: active) {
      .pill { border: 1px solid ButtonText; } .label { padding: 0 11px; }
      .stop { background: ButtonText; forced-color-adjust: none; } .arc { stroke: Highlight; } .track, .spinner { stroke: GrayText; }
    }`);
  return sheet;
}

/**
 * The inside of a button. `pathLength` 1 makes lengths on a ring shares of its way round: the waiting arc spans 12π/7.
 */
export const downloadMarkup = `
  <span class="room" data-of="startDownload" aria-hidden="true"></span><span class="room" data-of="downloaded" aria-hidden="true"></span>
  <span class="room" data-of="failed" aria-hidden="true"></span>
  <button type="button" class="pill" part="pill"><span class="label" part="label"></span><span class="stop" part="stop"></span></button>
  <svg class="ring spinner" part="ring spinner" viewBox="0 0 30 30" aria-hidden="true"><circle cx="15" cy="15" r="14" pathLength="1"
    stroke-dasharray="0.857143 1" transform="rotate(-90 15 15)"/></svg>
  <span class="meter" part="meter"><svg class="ring" part="ring" viewBox="0 0 30 30" aria-hidden="true"><circle class="track" cx="15" cy="15" r="12"/>
    <circle class="arc" part="arc" cx="15" cy="15" r="12" pathLength="1" transform="rotate(-90 15 15)"/></svg></span>
  <span class="live" role="status"></span>`;

// @ts-check
/** @file The page's colours: our theme or the seed's, light or dark as the system or the reader wants it. */

/** @typedef {"default" | "seed"} Theme @typedef {"system" | "light" | "dark"} Appearance */

const root = document.documentElement;

/** @param {string | null} asked from the address */
export function applyTheme(asked) {
  setTheme(asked === "seed" ? "seed" : "default");
}

/** @param {Theme} theme */
export function setTheme(theme) {
  root.dataset.theme = theme;
}

/** @param {Appearance} appearance */
export function setAppearance(appearance) {
  root.dataset.appearance = appearance;
}

/** @returns {{theme: Theme, appearance: Appearance}} */
export function currentTheme() {
  const { theme = "default", appearance = "system" } = root.dataset;
  return { theme: /** @type {Theme} */ (theme), appearance: /** @type {Appearance} */ (appearance) };
}

// A10: what the bar at the bottom hides.
import { row, that } from "./table.mjs";

row("A10", "what has the focus is not under the bar", "", async (t) => {
  await t.page.size(375, 667);
  await t.ready("flat", "cards=12");
  let buttons = 0;
  for (let step = 0; step < 24; step += 1) {
    await t.press("Tab");
    const found = await t.ask(async () => {
      await look.frames(2);
      let focus = document.activeElement;
      const within = focus.closest("#today");
      while (focus.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
      const { top, bottom } = focus.getBoundingClientRect();
      const bar = document.querySelector(".bar").getBoundingClientRect().top;
      return within && { what: focus.ariaLabel ?? focus.className, top, bottom, bar };
    });
    if (!found) continue;
    buttons += 1;
    that(found.top >= 0 && found.bottom <= found.bar, "what has the focus above the bar", found);
  }
  that(buttons > 12, "cards and buttons on the way", buttons);
  return `${buttons} cards and buttons above the bar`;
});

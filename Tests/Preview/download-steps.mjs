// Steps that rows about the download button share.

/** Opens the page and puts a button of its own on top of it, `window.button`, which starts nothing by itself. */
export async function withButton(t, attributes = {}, query = "") {
  await t.ready("flat", query, { follows: false });
  await t.ask((attributes) => {
    const button = document.createElement("download-button");
    for (const [name, value] of Object.entries({ manual: "", name: "Testee", ...attributes })) button.setAttribute(name, value);
    Object.assign(button.style, { position: "fixed", left: "120px", top: "120px", zIndex: "100" });
    document.body.append(button);
    window.button = button;
    window.part = (name) => button.shadowRoot.querySelector(`[part~="${name}"]`);
    window.mine = (id) => look.animations(id).filter(({ effect }) => effect.target.getRootNode() === button.shadowRoot);
    window.shown = () => 1 - parseFloat(getComputedStyle(part("arc")).strokeDashoffset);
    // What is drawn comes to its end, the next in the queue, too.
    window.settle = async () => {
      for (let left = 20; left > 0; left -= 1) {
        for (const animation of mine()) if (animation.id !== "spin") animation.finish();
        await look.frames(2);
        if (mine().every(({ id }) => id === "spin")) return;
      }
    };
  }, attributes);
}

/** Clicks the button of `withButton`. */
export async function click(t) {
  const { left, top, width, height } = await t.ask(() => look.rect(part("pill")));
  const [x, y] = [left + width / 2, top + height / 2];
  await t.page.mouse("move", x, y);
  await t.page.mouse("down", x, y);
  await t.page.mouse("up", x, y);
}

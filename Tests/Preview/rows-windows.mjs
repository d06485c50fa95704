// S17: more windows of one browser than it opens connections to a server.
import { devtools, row, same } from "./table.mjs";

row("S17", "any number of windows of one browser", devtools, async (t) => {
  await t.open("sway");
  const others = [];
  const open = async () => {
    const page = await t.page.beside();
    others.push(page);
    await page.navigate(`${t.address}/?probe=1`);
    return page;
  };
  const until = async (page, work) => { while (!(await page.evaluate(work))) await t.sleep(30); };
  const follows = () => window.__preview?.applied > 2;
  for (let count = 2; count <= 5; count += 1) await until(await open(), follows);
  // With a sixth stream no file and no request would get through any more.
  const late = [await open(), await open()];
  for (const page of late) await until(page, () => /5 other windows/.test(document.querySelector("[role=status]").textContent));
  same(await late[0].evaluate(() => [document.querySelectorAll("article.card").length, window.__preview.received]), [12, 0], "cards and frames of the sixth");
  const [token, answered] = await t.ask(async () => {
    document.querySelector("#inspect").click();
    while (!document.querySelector("#set-gain")) await look.frames(1);
    const field = document.querySelector("#set-gain");
    field.value = 30;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    while (field.getAttribute("aria-invalid") === null) await look.frames(1);
    return [field.value, field.getAttribute("aria-invalid")];
  });
  same([token, answered], ["30", "false"], "gain, refused");
  // One goes: the next takes its place, and then the one after it.
  for (const [index, page] of late.entries()) {
    await others[index].close();
    await until(page, follows);
  }
  return "five follow, two say why they wait, requests pass; each follows when another has gone";
});

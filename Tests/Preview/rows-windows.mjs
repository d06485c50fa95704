// S17, S19: more windows of one browser than it opens connections to a server, and more pages than a preview has room for.
import { connect } from "node:net";
import { atNight, devtools, row, same, that } from "./table.mjs";

atNight("7 s of a processor, for seven windows", "S17", "any number of windows of one browser", devtools, async (t) => {
  await t.open("sway");
  const others = [];
  const open = async () => {
    const page = await t.page.beside();
    others.push(page);
    // Small ones: seven windows move their shadows on two processors.
    await page.size(320, 480);
    await page.navigate(`${t.address}/?probe=1&cards=1`);
    return page;
  };
  const until = async (page, work) => { while (!(await page.evaluate(work))) await t.sleep(30); };
  const follows = () => window.__preview?.applied > 2;
  const together = (count, work) => Promise.all(Array.from({ length: count }, async () => { const page = await open(); await until(page, work); return page; }));
  await together(4, follows);
  // With a sixth stream no file and no request would get through any more.
  const late = await together(2, () => /5 other windows/.test(document.querySelector("[role=status]").textContent));
  same(await late[0].evaluate(() => [document.querySelectorAll("article.card").length, window.__preview.received]), [3, 0], "cards and frames of the sixth");
  const headline = await late[0].evaluate(() => document.querySelector("[role=status] strong").textContent);
  that(/^This window waits its turn/.test(headline), "a sixth that says what it waits for", headline);
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
  // One goes: the first that waits takes its place. Another goes: so does the second.
  for (const [index, page] of others.slice(0, 2).entries()) {
    await page.close();
    const following = async () => (await Promise.all(late.map((one) => one.evaluate(follows)))).filter(Boolean).length;
    while ((await following()) <= index) await t.sleep(30);
  }
  return "five follow, two say why they wait, requests pass; each follows when another has gone";
});

atNight("6 s of a processor, for 64 pages", "S19", "one page too many says so, and follows when there is room", "", async (t) => {
  // Its own: no other row would have room in it.
  const { address } = await t.programs.preview(["--replay", t.programs.log("pitch10")]);
  const { port, host } = new URL(address);
  const others = await Promise.all(Array.from({ length: 64 }, () => new Promise((open, fail) => {
    const socket = connect(+port, "127.0.0.1", () => socket.write(`GET /stream HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
    socket.on("error", fail).once("data", () => open(socket)).resume();
  })));
  try {
    await t.open(address, "", { follows: false });
    const text = await t.until("a word about too many pages", () => {
      const { textContent } = document.querySelector("[role=status]");
      return /refused.*64 pages/.test(textContent) && textContent;
    });
    // The stream that said so has ended; that must not be taken for the end of the server.
    await t.sleep(1000);
    const later = await t.ask(() => document.querySelector("[role=status]").textContent);
    that(/64 pages/.test(later), "the same a second later", later);
    for (const socket of others) socket.destroy();
    await t.until("frames", () => window.__preview.applied > 2);
    return text.trim();
  } finally { for (const socket of others) socket.destroy(); }
});

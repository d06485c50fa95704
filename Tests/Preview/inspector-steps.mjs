// Steps that rows about the inspector share.

/** Chooses an option in the inspector, as a person does. */
export async function choose(t, name, value) {
  if (await t.ask(() => document.querySelector("#inspector").hidden)) await t.click("#inspect");
  await t.until("the inspector's settings", (name) => Boolean(document.querySelector(`#set-${name}`)), name);
  await t.ask((name, value) => {
    const field = document.querySelector(`#set-${name}`);
    field.value = value;
    field.dispatchEvent(new Event(field.matches("select") ? "change" : "input", { bubbles: true }));
  }, name, value);
}

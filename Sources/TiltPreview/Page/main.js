// @ts-check
/** Shows the newest offset as text. */
const show = (id, text) => { document.getElementById(id).textContent = text; };
const events = new EventSource("stream");
events.addEventListener("daemon", ({ data }) => {
  const { state, message } = JSON.parse(data);
  show("state", message || state);
});
events.addEventListener("message", ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "frame") show("offset", `${message.x} ${message.y}`);
});

// What every controller needs to speak to the server and to the reader.

/** Said to somebody whose cookie is no longer good. */
export const ENDED = "Your session has ended. Open the link that 'baton open' prints in another tab: this page goes on then. What you typed is kept; send it again.";

/** How a sentence begins that is true only while the server is away. */
export const AWAY = "The server cannot be reached.";

let steps = 0;

/** How often this page has begun or ended to send a change: what was read at another count may be from before it. */
export function changes() {
  return steps;
}

/** Sends a change; with keepalive also if the window closes. Returns what the server says; throws an Error with its sentence, and its status if it answered. */
export async function send(address, fields, { keepalive = false } = {}) {
  let response;
  steps++;
  try {
    response = await fetch(address, {
      method: "POST",
      keepalive,
      headers: { "X-Baton": "1", Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields),
    });
  } catch {
    throw new Error(`${AWAY} Nothing was changed; try again when the page says Live.`);
  } finally {
    steps++;
  }
  const said = await response.json().catch(() => ({}));
  if (response.status === 401) throw Object.assign(new Error(ENDED), { status: 401 });
  if (!response.ok) {
    throw Object.assign(new Error(said.problem ?? said.message ?? `The server answered with status ${response.status}.`), { status: response.status });
  }
  return said;
}

/** Says it to screen readers. */
export function announce(sentence) {
  const place = document.getElementById("announcements");
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = sentence));
}

/** Shows one sentence for a while, with one action at most. Never for errors. */
export function toast(sentence, action) {
  announce(sentence);
  const box = document.createElement("div");
  box.className = "toast";
  box.append(sentence);
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.word;
    button.addEventListener("click", () => {
      box.remove();
      action.run();
    });
    box.append(button);
  }
  document.getElementById("toasts").replaceChildren(box);
  const leave = () => (box.matches(":hover, :focus-within") ? setTimeout(leave, 2000) : box.remove());
  setTimeout(leave, 8000);
}

let lasting = "";

/** Says one sentence about the whole page, under the top bar; an empty one takes it away, unless it stays until the reader does something else. */
export function notice(sentence, stays = false) {
  const line = document.getElementById("notice");
  if (!line) return;
  if (stays) {
    lasting = sentence;
    for (const deed of ["pointerdown", "keydown"]) document.addEventListener(deed, forget, { once: true });
  }
  line.textContent = sentence || lasting;
  line.hidden = !line.textContent;
}

function forget() {
  const line = document.getElementById("notice");
  const isShown = lasting && line?.textContent === lasting;
  lasting = "";
  if (isShown) notice("");
}

/** Says at a form what is wrong with what was sent. */
export function complain(form, sentence) {
  form.querySelector(":scope > .unsent")?.remove();
  const line = document.createElement("p");
  line.className = "problem unsent";
  line.setAttribute("role", "alert");
  const sign = document.createElement("i");
  sign.className = "s s-failed";
  line.append(sign, sentence);
  // why: what comes from the server does not know of it, and would take it away
  line.dataset.turboPermanent = "";
  form.prepend(line);
  line.scrollIntoView({ block: "center" });
}

/** The server is back: what says that it is away goes, or says what is left to do. */
export function reached() {
  if (document.getElementById("notice")?.textContent.startsWith(AWAY)) notice("");
  for (const line of document.querySelectorAll(".unsent")) {
    if (line.textContent.startsWith(AWAY)) line.lastChild.textContent = "The server is back. This was not sent: send it again.";
  }
}

/** True if somebody has written something there that was not sent, or that is shown to be copied. */
export function isTyped(place = document) {
  const isShown = place.querySelector(".typed") !== null;
  return isShown || [...place.querySelectorAll("textarea, input[type=text]")].some((field) => field.value && field.value !== field.defaultValue);
}

/** True if what stands in a field is what somebody typed or chose, and not what the server wrote there. */
export function typed(field, attribute) {
  const asWritten = { value: "defaultValue", checked: "defaultChecked", selected: "defaultSelected" }[attribute];
  return asWritten !== undefined && field[attribute] !== undefined && field[asWritten] !== undefined && field[attribute] !== field[asWritten];
}

/** Asks the page to show how things are now. */
export function refresh() {
  document.dispatchEvent(new CustomEvent("baton:refresh"));
}

/** True while somebody types, so that no key does anything else. */
export function isTyping(event) {
  return event.target.closest("input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]") !== null;
}

// What is said to the reader.
import { AWAY } from "./talk.js";

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

/** Says why another page is not shown, over the one that stays because something is typed on it. */
export function stay(page) {
  // why only its first sentence: the next ones are for whoever has nothing on the page
  const [happened] = (page.getElementById("what-happened")?.textContent ?? "This page cannot be shown any more.").split(" What you typed");
  notice(`${happened} What you typed is still here: copy it.`);
}

/** A sentence with the sign of what went wrong, to stand where it went wrong. */
export function problemLine(sentence) {
  const line = document.createElement("p");
  line.className = "problem";
  line.setAttribute("role", "alert");
  const sign = document.createElement("i");
  sign.className = "s s-failed";
  line.append(sign, sentence);
  return line;
}

/** Says at a form what is wrong with what was sent. */
export function complain(form, sentence) {
  form.querySelector(":scope > .unsent")?.remove();
  const line = problemLine(sentence);
  line.classList.add("unsent");
  // why: what comes from the server does not know of it, and would take it away
  line.dataset.turboPermanent = "";
  form.prepend(line);
  line.scrollIntoView({ block: "center" });
}

/** The server is back: what says that it is away goes, or says what is left to do. */
export function reached() {
  if (document.getElementById("notice")?.textContent.startsWith(AWAY)) notice("");
  for (const line of document.querySelectorAll(".problem")) {
    if (!line.textContent.startsWith(AWAY)) continue;
    if (line.closest(".card")) line.remove();
    else line.lastChild.textContent = "The server is back. This was not sent: send it again.";
  }
}

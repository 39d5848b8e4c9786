import { Controller } from "./stimulus.js";
import { complain } from "./sentences.js";
import { refresh, send } from "./talk.js";

/** Marks files of a review as viewed. */
export default class extends Controller {
  static values = { address: String };

  /** Shows at once what was said, and takes it back if the server does not take it. */
  async mark(event) {
    event.preventDefault();
    const file = event.currentTarget.closest("section.file");
    if (file.matches(".sending")) return;
    const isViewed = file.matches(".is-viewed");
    const fields = { path: file.dataset.path };
    if (!isViewed) fields.viewed = "1";
    const content = file.querySelector(".rows")?.dataset.content;
    if (content) fields.content = content;
    const wasOpen = file.querySelector("details").open;
    file.querySelector(":scope > .unsent")?.remove();
    file.classList.add("sending");
    show(file, !isViewed, isViewed);
    try {
      await send(`${this.addressValue}/viewed`, fields);
    } catch (problem) {
      show(file, isViewed, wasOpen);
      complain(file, problem.message);
    }
    file.classList.remove("sending");
    refresh();
  }
}

function show(file, isViewed, isOpen) {
  file.classList.toggle("is-viewed", isViewed);
  file.querySelector(".viewed-form button").setAttribute("aria-pressed", String(isViewed));
  const hadFocus = file.contains(document.activeElement);
  file.querySelector("details").open = isOpen;
  // why: what had it may be folded away
  if (hadFocus && !isOpen) file.focus({ preventScroll: true });
}

import { Controller } from "./stimulus.js";
import { unfold } from "./folds.js";

const OPEN = "details:is(.menu, .deny)[open]";

/** Opens what is folded, and closes what was unfolded over the page: by Esc, and menus by a press beside them. What was typed stays in it. */
export default class extends Controller {
  /** What a link leads to that comes from elsewhere. */
  arrive() {
    unfold(location.hash.slice(1));
  }

  /** What a link of the page leads to. */
  show(event) {
    unfold(event.currentTarget.hash.slice(1), event);
  }

  /** Who opens a refusal wants to say why. */
  denied(event) {
    if (event.target.open) event.target.querySelector("input[name=reason]")?.focus();
  }

  escape(event) {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    const fold = event.target.closest?.(OPEN) ?? document.querySelector(OPEN);
    // why: a comment that is being written is closed first
    if (!fold || event.defaultPrevented || event.target.closest?.(".writing")) return;
    event.preventDefault();
    fold.open = false;
    fold.querySelector("summary").focus();
  }

  leave(event) {
    for (const menu of document.querySelectorAll("details.menu:not(.merge)[open]")) {
      // why connected: a press that was answered by another page is beside nothing
      if (event.target.isConnected && !menu.contains(event.target)) menu.open = false;
    }
  }
}

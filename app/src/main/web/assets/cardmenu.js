import { Controller } from "./stimulus.js";
import { archive } from "./archive.js";
import { move, nudge, titleOf } from "./moves.js";
import { gone } from "./refusals.js";
import { notice } from "./sentences.js";
import { isForPage } from "./typing.js";

/** The menu of a card: what dragging does, by single clicks or by keys. */
export default class extends Controller {
  static targets = ["menu"];

  /** A press beside it closes it. */
  outside(event) {
    if (!this.menuTarget.hidden && !event.target.closest("[data-cardmenu-target=menu], .dots")) this.close();
  }

  /** So does the focus, when it goes elsewhere. */
  away({ target, relatedTarget }) {
    const menu = target.closest("[data-cardmenu-target=menu]");
    if (menu && relatedTarget && !menu.contains(relatedTarget)) menu.hidden = true;
  }

  key(event) {
    if (!isForPage(event)) return;
    if (!this.menuTarget.hidden) {
      this.choose(event);
      return;
    }
    const card = document.activeElement?.closest?.(".card");
    if (event.key !== "m" || !card) return;
    event.preventDefault();
    this.openFor(card);
  }

  open(event) {
    event.preventDefault();
    this.openFor(event.target.closest(".card"));
  }

  openFor(card) {
    this.card = card;
    const menu = this.menuTarget;
    menu.hidden = false;
    for (const button of menu.querySelectorAll("[data-status]")) button.disabled = button.dataset.status === card.parentElement.dataset.status;
    menu.querySelector("[data-spot=up]").disabled = !card.previousElementSibling?.dataset.task;
    menu.querySelector("[data-spot=down]").disabled = !card.nextElementSibling?.dataset.task;
    const place = card.querySelector(".dots").getBoundingClientRect();
    menu.style.position = "fixed";
    menu.style.top = `${Math.min(place.bottom + 4, innerHeight - menu.offsetHeight - 8)}px`;
    menu.style.left = `${Math.max(8, Math.min(place.right - menu.offsetWidth, innerWidth - menu.offsetWidth - 8))}px`;
    menu.querySelector("button:not(:disabled)").focus();
  }

  close() {
    this.menuTarget.hidden = true;
    this.card?.querySelector(".title")?.focus();
  }

  choose(event) {
    const buttons = [...this.menuTarget.querySelectorAll("button:not(:disabled)")];
    const index = buttons.indexOf(document.activeElement);
    // why not prevented: the focus goes on from the card
    if (event.key === "Tab") return this.close();
    if (event.key === "Escape") this.close();
    else if (event.key === "ArrowDown" || event.key === "j") buttons[(index + 1) % buttons.length].focus();
    else if (event.key === "ArrowUp" || event.key === "k") buttons[(index - 1 + buttons.length) % buttons.length].focus();
    else return;
    event.preventDefault();
  }

  /** The card as it is now, when something was chosen for it; it may be gone. */
  take() {
    this.menuTarget.hidden = true;
    const card = document.getElementById(this.card.id);
    if (!card) notice(gone(titleOf(this.card)), true);
    return card;
  }

  moveTo(event) {
    const { status } = event.currentTarget.dataset;
    const card = this.take();
    if (card) move(card, { status, top: "1" });
  }

  /** Moves the card inside its column. */
  shift(event) {
    const { spot } = event.currentTarget.dataset;
    const card = this.take();
    if (!card) return;
    if (spot === "up" || spot === "down") nudge(card, spot === "up" ? -1 : 1);
    else move(card, { status: card.parentElement.dataset.status, [spot]: "1" });
  }

  archive() {
    const card = this.take();
    if (card) archive(card);
  }
}

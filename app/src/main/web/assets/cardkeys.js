import { Controller } from "./stimulus.js";
import { inTurn, move, nudge } from "./moves.js";
import { isForPage } from "./typing.js";

const STEPS = { h: [-1, 0], ArrowLeft: [-1, 0], l: [1, 0], ArrowRight: [1, 0], j: [0, 1], ArrowDown: [0, 1], k: [0, -1], ArrowUp: [0, -1] };

/** The keys of the board: from card to card, and with Shift the card itself. */
export default class extends Controller {
  key(event) {
    if (!isForPage(event) || document.querySelector("#card-menu:not([hidden])")) return;
    const step = STEPS[event.key] ?? STEPS[event.key.toLowerCase()];
    if (!step) return;
    const card = document.activeElement?.closest?.(".card");
    if (!card) {
      // why: an arrow belongs to what has the focus, such as a list of choices
      const isElsewhere = event.key.startsWith("Arrow") && document.activeElement !== document.body;
      const [first] = this.columns.flatMap((list) => this.cards(list));
      if (event.shiftKey || isElsewhere || !first) return;
      event.preventDefault();
      first.querySelector(".title").focus();
      return;
    }
    event.preventDefault();
    if (event.shiftKey) inTurn(card, (now) => this.carry(now, step));
    else this.walk(card, step);
  }

  get columns() {
    return [...this.element.querySelectorAll("ul.cards")].filter((list) => list.offsetParent !== null);
  }

  cards(list) {
    return [...list.querySelectorAll(":scope > .card")];
  }

  walk(card, [across, down]) {
    const { columns } = this;
    let column = columns.indexOf(card.parentElement);
    let index = this.cards(card.parentElement).indexOf(card) + down;
    if (across) {
      do column += across;
      while (columns[column] && this.cards(columns[column]).length === 0);
      if (!columns[column]) return;
      index = Math.min(index, this.cards(columns[column]).length - 1);
    }
    this.cards(columns[column])[index]?.querySelector(".title")?.focus();
  }

  carry(card, [across, down]) {
    if (!across) return nudge(card, down);
    const target = this.columns[this.columns.indexOf(card.parentElement) + across];
    return target && move(card, { status: target.dataset.status, top: "1" });
  }
}

import { Controller } from "./stimulus.js";
import Sortable from "./sortable.js";
import { announce, isTyping, notice, refresh, send, toast } from "./talk.js";

const STEPS = { h: [-1, 0], ArrowLeft: [-1, 0], l: [1, 0], ArrowRight: [1, 0], j: [0, 1], ArrowDown: [0, 1], k: [0, -1], ArrowUp: [0, -1] };

/** How often what running agents say is looked at: an agent says much, and a card shows its last line. */
const LINES = 3000;

/** Moves between cards and moves cards: by dragging, by the menu, by keys. The server decides. */
export default class extends Controller {
  static targets = ["list", "menu"];
  static values = { query: String };

  connect() {
    this.sortables = [];
    this.listTargetConnected = (list) => this.makeSortable(list);
    for (const list of this.listTargets) this.makeSortable(list);
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
    this.onOutside = (event) => {
      if (!this.menuTarget.hidden && !event.target.closest("[data-board-target=menu], .dots")) this.closeMenu();
    };
    document.addEventListener("click", this.onOutside);
    this.onScroll = () => this.markTab();
    this.element.addEventListener("scroll", this.onScroll, { passive: true });
    document.addEventListener("baton:refreshed", this.onScroll);
    this.onEntries = () => (this.lines ??= setTimeout(() => this.readLines(), LINES));
    document.addEventListener("baton:entries", this.onEntries);
    this.markTab();
  }

  disconnect() {
    document.removeEventListener("keydown", this.onKey);
    document.removeEventListener("click", this.onOutside);
    this.element.removeEventListener("scroll", this.onScroll);
    document.removeEventListener("baton:refreshed", this.onScroll);
    document.removeEventListener("baton:entries", this.onEntries);
    clearTimeout(this.lines);
    this.lines = null;
    for (const sortable of this.sortables) sortable.destroy();
  }

  readLines() {
    this.lines = null;
    refresh();
  }

  /** On a phone one column fills the screen; its tab says which. */
  markTab() {
    const left = this.element.getBoundingClientRect().left;
    const columns = [...this.element.querySelectorAll(":scope > .column")];
    const seen = columns.reduce((best, column) => (Math.abs(column.getBoundingClientRect().left - left) < Math.abs(best.getBoundingClientRect().left - left) ? column : best), columns[0]);
    for (const tab of document.querySelectorAll(".column-tabs a")) {
      if (tab.hash === `#${seen?.id}`) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }

  makeSortable(list) {
    if (Sortable.get(list)) return;
    this.sortables.push(
      Sortable.create(list, {
        group: "cards",
        draggable: ".card",
        filter: ".dots, .act",
        preventOnFilter: false,
        delay: 150,
        delayOnTouchOnly: true,
        animation: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 180,
        ghostClass: "dragging",
        onStart: (event) => (this.before = { status: event.from.dataset.status, next: event.item.nextElementSibling?.dataset.task }),
        onEnd: (event) => {
          if (event.from !== event.to || event.oldDraggableIndex !== event.newDraggableIndex) this.place(event.item, this.before);
        },
      }),
    );
  }

  /** Tells the server where a card stands now; it goes back if the server refuses. */
  async place(card, before) {
    const fields = { status: card.parentElement.dataset.status };
    const next = card.nextElementSibling?.dataset.task;
    const previous = card.previousElementSibling?.dataset.task;
    if (next) fields.before = next;
    else if (previous) fields.after = previous;
    await this.move(card, fields, before);
  }

  async move(card, fields, before) {
    const { id } = card;
    // why now: the card may be gone when the server refuses
    const title = this.title(card);
    // why with the filter: the answer counts the cards that the reader sees
    const address = `/tasks/${card.dataset.task}/move${this.queryValue}`;
    try {
      const said = await send(address, fields);
      toast(said.said, {
        word: "Undo",
        run: () => send(address, before.next ? { status: before.status, before: before.next } : { status: before.status, bottom: "1" }).then(
            (back) => {
              announce(back.said);
              refresh();
            },
            (problem) => this.refuse(id, title, problem),
          ),
      });
    } catch (problem) {
      this.refuse(id, title, problem);
    }
    await this.settled();
    document.getElementById(id)?.querySelector(".title")?.focus({ preventScroll: false });
  }

  /** Resolves when the page shows what the server has. */
  settled() {
    return new Promise((resolve) => {
      document.addEventListener("baton:refreshed", resolve, { once: true });
      refresh();
    });
  }

  title(card) {
    return card.querySelector(".title").textContent;
  }

  /** Says it once: on the card, or above the board if the card is gone. */
  refuse(id, title, problem) {
    document.addEventListener(
      "baton:refreshed",
      () => {
        const card = document.getElementById(id);
        if (!card) {
          notice(problem.status === 404 ? `Somebody deleted “${title}” meanwhile: nothing was moved.` : `“${title}”: ${problem.message}`, true);
          return;
        }
        announce(problem.message);
        card.querySelector(".problem")?.remove();
        const line = document.createElement("p");
        line.className = "problem";
        line.setAttribute("role", "alert");
        line.textContent = problem.message;
        card.append(line);
      },
      { once: true },
    );
    refresh();
  }

  get columns() {
    return this.listTargets.filter((list) => list.offsetParent !== null);
  }

  cards(list) {
    return [...list.querySelectorAll(":scope > .card")];
  }

  current() {
    return document.activeElement?.closest?.(".card");
  }

  key(event) {
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (!this.menuTarget.hidden) {
      this.menuKey(event);
      return;
    }
    const card = this.current();
    if (event.key === "m" && card) {
      event.preventDefault();
      this.openMenu(card);
      return;
    }
    const step = STEPS[event.key] ?? STEPS[event.key.toLowerCase()];
    if (!step) return;
    if (!card) {
      if (event.shiftKey || event.key.startsWith("Arrow")) return;
      event.preventDefault();
      this.columns.flatMap((list) => this.cards(list))[0]?.querySelector(".title")?.focus();
      return;
    }
    event.preventDefault();
    if (event.shiftKey) this.carry(card, step);
    else this.walk(card, step);
  }

  walk(card, [across, down]) {
    const columns = this.columns;
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
    const before = { status: card.parentElement.dataset.status, next: card.nextElementSibling?.dataset.task };
    if (across) {
      const target = this.columns[this.columns.indexOf(card.parentElement) + across];
      if (target) this.move(card, { status: target.dataset.status, top: "1" }, before);
      return;
    }
    const neighbour = down > 0 ? card.nextElementSibling : card.previousElementSibling;
    if (!neighbour?.dataset.task) return;
    this.move(card, { status: before.status, [down > 0 ? "after" : "before"]: neighbour.dataset.task }, before);
  }

  menu(event) {
    event.preventDefault();
    this.openMenu(event.target.closest(".card"));
  }

  openMenu(card) {
    this.chosen = card;
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

  closeMenu() {
    this.menuTarget.hidden = true;
    this.chosen?.querySelector(".title")?.focus();
  }

  menuKey(event) {
    const buttons = [...this.menuTarget.querySelectorAll("button:not(:disabled)")];
    const index = buttons.indexOf(document.activeElement);
    if (event.key === "Escape") this.closeMenu();
    else if (event.key === "ArrowDown" || event.key === "j") buttons[(index + 1) % buttons.length].focus();
    else if (event.key === "ArrowUp" || event.key === "k") buttons[(index - 1 + buttons.length) % buttons.length].focus();
    else return;
    event.preventDefault();
  }

  moveTo(event) {
    const card = this.chosen;
    const before = { status: card.parentElement.dataset.status, next: card.nextElementSibling?.dataset.task };
    this.menuTarget.hidden = true;
    this.move(card, { status: event.currentTarget.dataset.status, top: "1" }, before);
  }

  /** Moves a card inside its column. */
  shift(event) {
    const card = this.chosen;
    const { spot } = event.currentTarget.dataset;
    this.menuTarget.hidden = true;
    if (spot === "up" || spot === "down") {
      this.carry(card, [0, spot === "up" ? -1 : 1]);
      return;
    }
    const before = { status: card.parentElement.dataset.status, next: card.nextElementSibling?.dataset.task };
    this.move(card, { status: before.status, [spot]: "1" }, before);
  }

  async archive() {
    const card = this.chosen;
    const title = this.title(card);
    this.menuTarget.hidden = true;
    const address = `/tasks/${card.dataset.task}/archive`;
    try {
      const said = await send(address, { archived: "true" });
      toast(said.said, { word: "Undo", run: () => send(address, { archived: "false" }).then(refresh, (problem) => this.refuse(card.id, title, problem)) });
      refresh();
    } catch (problem) {
      this.refuse(card.id, title, problem);
    }
  }

  async archiveAll(event) {
    event.preventDefault();
    try {
      const said = await send(event.target.action, Object.fromEntries(new FormData(event.target)));
      toast(said.said, { word: "Undo", run: () => send("/tasks/put-back", { at: said.undo }).then(refresh, (problem) => notice(problem.message)) });
      refresh();
    } catch (problem) {
      notice(problem.message);
    }
  }
}

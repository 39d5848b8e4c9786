import { Controller } from "./stimulus.js";
import Sortable from "./sortable.js";
import { besideOf, move, placeOf } from "./moves.js";
import { notice, toast } from "./sentences.js";
import { refresh, send } from "./talk.js";

/** How often what running agents say is looked at: an agent says much, and a card shows its last line. */
const LINES = 3000;

/** The columns: cards are dragged between them, show what agents say, and on a phone one column fills the screen. */
export default class extends Controller {
  static targets = ["list"];

  connect() {
    this.sortables = [];
    this.listTargetConnected = (list) => this.makeSortable(list);
    for (const list of this.listTargets) this.makeSortable(list);
    this.onScroll = () => this.markTab();
    this.element.addEventListener("scroll", this.onScroll, { passive: true });
    document.addEventListener("baton:refreshed", this.onScroll);
    this.onEntries = () => (this.lines ??= setTimeout(() => this.readLines(), LINES));
    document.addEventListener("baton:entries", this.onEntries);
    this.markTab();
  }

  disconnect() {
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

  /** Its tab says which column is seen. */
  markTab() {
    const left = this.element.getBoundingClientRect().left;
    const away = (column) => Math.abs(column.getBoundingClientRect().left - left);
    const [seen] = [...this.element.querySelectorAll(":scope > .column")].sort((one, other) => away(one) - away(other));
    for (const tab of document.querySelectorAll(".column-tabs a")) tab.ariaCurrent = tab.hash === `#${seen?.id}` ? "true" : null;
    // why: where one column fills the screen, who goes to a folded one has opened it
    if (seen?.matches("details") && seen.offsetWidth === this.element.clientWidth) seen.open = true;
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
        onStart: (event) => (this.before = placeOf(event.item)),
        onEnd: ({ item, from, to, oldDraggableIndex, newDraggableIndex }) => (from !== to || oldDraggableIndex !== newDraggableIndex) && this.drop(item),
      }),
    );
  }

  /** Tells the server where a card stands now; it goes back if the server refuses. */
  drop(card) {
    const place = placeOf(card);
    move(card, { status: place.status, ...besideOf(place) }, this.before);
  }

  /** Shows more cards of a column where the reader is, or those of a folded one that is opened. */
  more(event) {
    const column = event.currentTarget.closest(".column");
    const link = column.querySelector(".more");
    const count = column.querySelectorAll(".card").length;
    if (event.type === "toggle" ? !column.open || !link || count > 0 : event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // why its own number alone: more of another column may have been asked for since this link came
    const address = new URL(location);
    address.searchParams.set(column.id, new URL(link.href).searchParams.get(column.id));
    history.replaceState(history.state, "", address);
    if (event.type === "click") document.addEventListener("baton:refreshed", () => column.querySelectorAll(".title")[count]?.focus(), { once: true });
    refresh();
  }

  async archiveAll(event) {
    event.preventDefault();
    try {
      const answer = await send(event.target.action, Object.fromEntries(new FormData(event.target)));
      toast(answer.said, { word: "Undo", run: () => send("/tasks/put-back", answer.undo).then(refresh, (problem) => notice(problem.message)) });
      refresh();
    } catch (problem) {
      notice(problem.message);
    }
  }
}

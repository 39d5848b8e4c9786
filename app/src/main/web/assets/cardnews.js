import { Controller } from "./stimulus.js";
import { announce } from "./sentences.js";

/** How much is said at once; of the rest only how much it is. */
const MOST = 3;

/** Says to screen readers what others and agents do with the cards that the board shows. */
export default class extends Controller {
  connect() {
    this.seen = this.look();
    this.told = new Set();
    this.listening = new AbortController();
    const { signal } = this.listening;
    document.addEventListener("baton:refreshed", () => this.tell(), { signal });
    document.addEventListener("baton:moved", ({ detail }) => this.told.add(detail), { signal });
    // why: what is told of an event says more than its card
    document.addEventListener("baton:event", ({ detail }) => detail?.notice && this.told.add(detail.task_id), { signal });
  }

  disconnect() {
    this.listening.abort();
  }

  look() {
    return new Map([...this.element.querySelectorAll(".card")].map((card) => [card.dataset.task, factsOf(card)]));
  }

  /** What is new of cards that were there before, and that nobody has told yet. */
  tell() {
    const before = this.seen;
    this.seen = this.look();
    const news = [...this.seen].filter(([task]) => before.has(task) && !this.told.has(task)).map(([task, now]) => sentence(before.get(task), now)).filter(Boolean);
    this.told.clear();
    if (news.length === 0) return;
    const rest = news.length - MOST;
    announce([...news.slice(0, MOST), ...(rest > 0 ? [`${rest} more ${rest === 1 ? "card has" : "cards have"} changed`] : [])].join(". "));
  }
}

function factsOf(card) {
  const state = card.querySelector(".state");
  return { title: card.querySelector(".title").textContent, column: card.closest(".column").dataset.name, kind: state?.className, word: state?.querySelector("b").textContent };
}

/** Empty if there is nothing to say: a place in line or a time changes often, and is not told. */
function sentence(before, { title, column, kind, word }) {
  const moved = before.column === column ? "" : ` moved to ${column}`;
  const stands = before.kind === kind || !word ? "" : `${moved ? "," : ":"} ${word}`;
  return (moved || stands) && title + moved + stands;
}

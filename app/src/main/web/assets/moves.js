// How a card moves: the server decides, the reader can take it back, and a refusal stands on the card.
import { isUnreached, refuse } from "./refusals.js";
import { announce, toast } from "./sentences.js";
import { refresh, send } from "./talk.js";

/** How long a page may take to show a move before the next one is made. */
const PATIENCE = 3000;

/** Where a card stands now, so that it can come back there. */
export function placeOf(card) {
  return { status: card.parentElement.dataset.status, next: card.nextElementSibling?.dataset.task, previous: card.previousElementSibling?.dataset.task };
}

export function titleOf(card) {
  return card.querySelector(".title").textContent;
}

/** Moves a card from where it stood to what the fields say. */
export async function move(card, fields, before = placeOf(card)) {
  const { id } = card;
  // why now: the card may be gone when the server refuses
  const title = titleOf(card);
  // why with the filter: the answer counts the cards that the reader sees
  const address = `/tasks/${card.dataset.task}/move${card.closest("#columns").dataset.query}`;
  const takeBack = async (undo) => {
    try {
      const answer = await send(address, undo);
      told(card);
      announce(answer.said);
      await settled();
      focusOn(id, before.status);
    } catch (problem) {
      refuse(id, title, problem);
    }
  };
  try {
    const answer = await send(address, fields);
    told(card);
    toast(answer.said, { word: "Undo", run: () => takeBack(answer.undo) });
    await settled();
  } catch (problem) {
    if (isUnreached(problem)) putBack(id, before);
    refuse(id, title, problem);
    if (!isUnreached(problem)) await settled();
  }
  focusOn(id, fields.status);
}

/** Goes to a card where it is now, or to where it would be shown. */
function focusOn(id, status) {
  // why not then: the menu that somebody has opened meanwhile would close
  if (document.querySelector("#card-menu:not([hidden])")) return;
  // why else: the card may be in a column that is folded, or below those that are shown
  (document.getElementById(id)?.querySelector(".title") ?? document.querySelector(`#${status} > summary, #${status} > .more`))?.focus();
}

/** Whoever moves a card is told by the answer of the server, and by nobody else. */
function told(card) {
  document.dispatchEvent(new CustomEvent("baton:moved", { detail: card.dataset.task }));
}

/** Shows a card where it stood. */
function putBack(id, { status, next }) {
  const card = document.getElementById(id);
  const list = document.getElementById(`cards-${status}`);
  const below = list?.querySelector(`:scope > [data-task="${next}"]`) ?? null;
  if (card && list && (card.parentElement !== list || card.nextElementSibling !== below)) list.insertBefore(card, below);
}

/** Beside which card a place is; the last one that is shown may not be the last of its column. */
export function besideOf({ next, previous }) {
  if (next) return { before: next };
  return previous ? { after: previous } : { bottom: "1" };
}

let turn = Promise.resolve();

/** Does something with a card when the moves before it are seen: keys may come faster. */
export function inTurn({ id }, deed) {
  turn = turn.catch(() => {}).then(() => {
    const card = document.getElementById(id);
    return card && deed(card);
  });
}

/** Moves a card one place up or down inside its column. */
export function nudge(card, down) {
  const neighbour = down > 0 ? card.nextElementSibling : card.previousElementSibling;
  return neighbour?.dataset.task && move(card, { status: card.parentElement.dataset.status, [down > 0 ? "after" : "before"]: neighbour.dataset.task });
}

/** Resolves when the page shows what the server has, or cannot say so. */
function settled() {
  return new Promise((resolve) => {
    document.addEventListener("baton:refreshed", resolve, { once: true });
    setTimeout(resolve, PATIENCE);
    refresh();
  });
}

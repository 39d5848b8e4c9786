// What is said when the server does not do with a card what somebody wanted.
import { announce, notice, problemLine } from "./sentences.js";
import { refresh } from "./talk.js";

/** Says it once: on the card, or above the board if the card is gone. */
export function refuse(id, title, problem) {
  const say = () => {
    const card = document.getElementById(id);
    if (card) complainOn(card, problem.message);
    else notice(problem.status === 404 ? gone(title) : `“${title}”: ${problem.message}`, true);
  };
  if (isUnreached(problem)) {
    // why at once: nothing new comes from a server that is away
    say();
    return;
  }
  document.addEventListener("baton:refreshed", say, { once: true });
  refresh();
}

/** True if no server has answered. */
export function isUnreached(problem) {
  return problem.status === undefined;
}

export function gone(title) {
  return `Somebody deleted “${title}” meanwhile: nothing was moved.`;
}

function complainOn(card, sentence) {
  announce(sentence);
  card.querySelector(".problem")?.remove();
  card.append(problemLine(sentence));
}

// What is said when the server does not do with a card what somebody wanted.
import { announce, notice } from "./sentences.js";
import { refresh } from "./talk.js";

/** Says it once: on the card, or above the board if the card is gone. */
export function refuse(id, title, problem) {
  document.addEventListener(
    "baton:refreshed",
    () => {
      const card = document.getElementById(id);
      if (card) complainOn(card, problem.message);
      else notice(problem.status === 404 ? gone(title) : `“${title}”: ${problem.message}`, true);
    },
    { once: true },
  );
  refresh();
}

export function gone(title) {
  return `Somebody deleted “${title}” meanwhile: nothing was moved.`;
}

function complainOn(card, sentence) {
  announce(sentence);
  card.querySelector(".problem")?.remove();
  const line = document.createElement("p");
  line.className = "problem";
  line.setAttribute("role", "alert");
  line.textContent = sentence;
  card.append(line);
}

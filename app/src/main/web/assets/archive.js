import { titleOf } from "./moves.js";
import { refuse } from "./refusals.js";
import { toast } from "./sentences.js";
import { refresh, send } from "./talk.js";

/** Archives the task of a card; the reader can take it back. */
export async function archive(card) {
  const { id } = card;
  const title = titleOf(card);
  const address = `/tasks/${card.dataset.task}/archive`;
  const complain = (problem) => refuse(id, title, problem);
  try {
    const answer = await send(address, { archived: "true" });
    toast(answer.said, { word: "Undo", run: () => send(address, { archived: "false" }).then(refresh, complain) });
    refresh();
  } catch (problem) {
    complain(problem);
  }
}

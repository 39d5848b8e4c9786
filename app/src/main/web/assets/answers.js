// What becomes of answers that are no page to be shown: what was typed stays.
import { complain, notice, stay } from "./sentences.js";
import { AWAY, ENDED, refresh } from "./talk.js";
import { isTyped } from "./typing.js";

/** Answers of what stands before the pages: no session, another session, too much, too busy. */
const KEEPING = [401, 403, 413, 429, 503];

// why: Turbo would leave the page for one of the browser, and with it what was typed
document.addEventListener("turbo:fetch-request-error", (event) => {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) complain(event.target, `${AWAY} What you typed is kept: send it again when the page says Live.`);
  else notice(`${AWAY} This page stays as it was: try again when it says Live.`);
});
// why: a page of the server that lets nobody in would take the place of what was typed
document.addEventListener("turbo:before-fetch-response", async (event) => {
  const { fetchResponse } = event.detail;
  const isForm = event.target instanceof HTMLFormElement;
  if (!KEEPING.includes(fetchResponse.statusCode) || !(isForm || isTyped())) return;
  event.preventDefault();
  const said = new DOMParser().parseFromString(await fetchResponse.responseText, "text/html").querySelector(".lead")?.textContent;
  const sentence = fetchResponse.statusCode === 401 ? ENDED : `${said ?? "The server did not take it."} What you typed is kept.`;
  if (isForm) complain(event.target, sentence);
  else notice(sentence);
  refresh();
});
// why: Turbo gives up what the reader no longer waits for, and what did not reach the server, of which the page has told
addEventListener("unhandledrejection", (event) => {
  const isUnreached = event.reason instanceof TypeError && /fetch/i.test(event.reason.message);
  if (event.reason?.name === "AbortError" || isUnreached) event.preventDefault();
});
// why: an answer without the frame that was asked for says why, such as that the task is gone
document.addEventListener("turbo:frame-missing", async (event) => {
  event.preventDefault();
  // why: figures beside a link are not worth the page; an attempt in line has none yet
  if (event.target.closest("#parts")) return;
  const { response, visit } = event.detail;
  if (response.ok || !isTyped()) visit(response);
  else stay(new DOMParser().parseFromString(await response.text(), "text/html"));
});

// Everything that runs in the browser starts here. No rule of the domain lives in these files.
import * as Turbo from "./turbo.js";
import { Application } from "./stimulus.js";
import Bell from "./bell.js";
import Board from "./board.js";
import CardKeys from "./cardkeys.js";
import CardMenu from "./cardmenu.js";
import Clock from "./clock.js";
import Colours from "./colours.js";
import Composer from "./composer.js";
import Conversation from "./conversation.js";
import Copy from "./copy.js";
import Dialog from "./dialog.js";
import Draft from "./draft.js";
import Filter from "./filter.js";
import Fresh from "./fresh.js";
import Guard from "./guard.js";
import Head from "./head.js";
import Keys from "./keys.js";
import Lines from "./lines.js";
import Live from "./live.js";
import Menus from "./menus.js";
import Message from "./message.js";
import Notice from "./notice.js";
import Path from "./path.js";
import Pictures from "./pictures.js";
import Remarks from "./remarks.js";
import Review from "./review.js";
import Run from "./run.js";
import Waits from "./waits.js";
import Walk from "./walk.js";
import { AWAY, complain, ENDED, isTyped, notice, refresh } from "./talk.js";

/** Answers of what stands before the pages: no session, another session, too much, too busy. */
const KEEPING = [401, 403, 413, 429, 503];

// why: the bar of Turbo brings a style of its own, which the content security policy refuses
Turbo.config.drive.progressBarDelay = 2 ** 30;

// why: Turbo would leave the page for one of the browser, and with it what was typed
document.addEventListener("turbo:fetch-request-error", (event) => {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) complain(event.target, `${AWAY} What you typed is kept: send it again when the page says Live.`);
  else notice(`${AWAY} This page stays as it was: try again when it says Live.`);
});
// why: of many attempts the chosen one may be out of sight
document.addEventListener("turbo:load", () => {
  const tile = document.querySelector(".strip > [aria-current]");
  const strip = tile?.parentElement;
  if (tile) strip.scrollLeft += tile.getBoundingClientRect().left - strip.getBoundingClientRect().left - parseFloat(getComputedStyle(strip).paddingLeft);
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
// why: it was about the page before
document.addEventListener("turbo:load", () => notice(""));
// why: an answer without the frame that was asked for says why, such as that the task is gone
document.addEventListener("turbo:frame-missing", (event) => {
  event.preventDefault();
  // why: figures beside a link are not worth the page; an attempt in line has none yet
  if (event.target.closest("#parts")) return;
  event.detail.visit(event.detail.response);
});
document.addEventListener("turbo:submit-start", (event) => event.target.querySelector(":scope > .unsent")?.remove());

const application = Application.start();
application.register("bell", Bell);
application.register("board", Board);
application.register("cardkeys", CardKeys);
application.register("cardmenu", CardMenu);
application.register("clock", Clock);
application.register("colours", Colours);
application.register("composer", Composer);
application.register("conversation", Conversation);
application.register("copy", Copy);
application.register("dialog", Dialog);
application.register("draft", Draft);
application.register("filter", Filter);
application.register("fresh", Fresh);
application.register("guard", Guard);
application.register("head", Head);
application.register("keys", Keys);
application.register("lines", Lines);
application.register("live", Live);
application.register("menus", Menus);
application.register("message", Message);
application.register("notice", Notice);
application.register("path", Path);
application.register("pictures", Pictures);
application.register("remarks", Remarks);
application.register("review", Review);
application.register("run", Run);
application.register("waits", Waits);
application.register("walk", Walk);

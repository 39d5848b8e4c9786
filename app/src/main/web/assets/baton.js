// Everything that runs in the browser starts here. No rule of the domain lives in these files.
import * as Turbo from "./turbo.js";
import { Application } from "./stimulus.js";
import Board from "./board.js";
import Clock from "./clock.js";
import Composer from "./composer.js";
import Conversation from "./conversation.js";
import Copy from "./copy.js";
import Dialog from "./dialog.js";
import Draft from "./draft.js";
import Filter from "./filter.js";
import Guard from "./guard.js";
import Keys from "./keys.js";
import Live from "./live.js";
import Notice from "./notice.js";
import Remarks from "./remarks.js";
import Review from "./review.js";
import Run from "./run.js";
import Waits from "./waits.js";
import { complain, notice } from "./talk.js";

// why: the bar of Turbo brings a style of its own, which the content security policy refuses
Turbo.config.drive.progressBarDelay = 2 ** 30;

// why: Turbo would leave the page for one of the browser, and with it what was typed
document.addEventListener("turbo:fetch-request-error", (event) => {
  event.preventDefault();
  if (event.target instanceof HTMLFormElement) complain(event.target, "The server cannot be reached. What you typed is kept: send it again when the page says Live.");
  else notice("The server cannot be reached. This page stays as it was: try again when it says Live.");
});
document.addEventListener("turbo:submit-start", (event) => event.target.querySelector(":scope > .unsent")?.remove());

const application = Application.start();
application.register("board", Board);
application.register("clock", Clock);
application.register("composer", Composer);
application.register("conversation", Conversation);
application.register("copy", Copy);
application.register("dialog", Dialog);
application.register("draft", Draft);
application.register("filter", Filter);
application.register("guard", Guard);
application.register("keys", Keys);
application.register("live", Live);
application.register("notice", Notice);
application.register("remarks", Remarks);
application.register("review", Review);
application.register("run", Run);
application.register("waits", Waits);

// Everything that runs in the browser starts here. No rule of the domain lives in these files.
import * as Turbo from "./turbo.js";
import { Application } from "./stimulus.js";
import "./answers.js";
import Bell from "./bell.js";
import Board from "./board.js";
import CardKeys from "./cardkeys.js";
import CardMenu from "./cardmenu.js";
import CardNews from "./cardnews.js";
import Clock from "./clock.js";
import Colours from "./colours.js";
import Composer from "./composer.js";
import Conversation from "./conversation.js";
import Copy from "./copy.js";
import Dialog from "./dialog.js";
import Draft from "./draft.js";
import Filter from "./filter.js";
import Guard from "./guard.js";
import Head from "./head.js";
import Keys from "./keys.js";
import Leftovers from "./leftovers.js";
import Lines from "./lines.js";
import Live from "./live.js";
import Look from "./look.js";
import Menus from "./menus.js";
import Message from "./message.js";
import Needs from "./needs.js";
import Notice from "./notice.js";
import Outlook from "./outlook.js";
import Path from "./path.js";
import Pictures from "./pictures.js";
import Question from "./question.js";
import Remarks from "./remarks.js";
import Renewal from "./renewal.js";
import Review from "./review.js";
import Run from "./run.js";
import { notice } from "./sentences.js";
import Started from "./started.js";
import ViewMarks from "./viewmarks.js";
import Walk from "./walk.js";

// why here: they are asked for with the others, and not one after another
import "./comment.js";
import "./refusals.js";
import "./remark.js";

// why: the bar of Turbo brings a style of its own, which the content security policy refuses
Turbo.config.drive.progressBarDelay = 2 ** 30;

// why: of many attempts the chosen one may be out of sight
document.addEventListener("turbo:load", () => {
  const tile = document.querySelector(".strip > [aria-current]");
  const strip = tile?.parentElement;
  if (tile) strip.scrollLeft += tile.getBoundingClientRect().left - strip.getBoundingClientRect().left - parseFloat(getComputedStyle(strip).paddingLeft);
});
// why: it was about the page before
document.addEventListener("turbo:load", () => notice(""));
document.addEventListener("turbo:submit-start", (event) => event.target.querySelector(":scope > .unsent")?.remove());

const application = Application.start();
application.register("bell", Bell);
application.register("board", Board);
application.register("cardkeys", CardKeys);
application.register("cardmenu", CardMenu);
application.register("cardnews", CardNews);
application.register("clock", Clock);
application.register("colours", Colours);
application.register("composer", Composer);
application.register("conversation", Conversation);
application.register("copy", Copy);
application.register("dialog", Dialog);
application.register("draft", Draft);
application.register("filter", Filter);
application.register("guard", Guard);
application.register("head", Head);
application.register("keys", Keys);
application.register("leftovers", Leftovers);
application.register("lines", Lines);
application.register("live", Live);
application.register("look", Look);
application.register("menus", Menus);
application.register("message", Message);
application.register("needs", Needs);
application.register("notice", Notice);
application.register("outlook", Outlook);
application.register("path", Path);
application.register("pictures", Pictures);
application.register("question", Question);
application.register("remarks", Remarks);
application.register("renewal", Renewal);
application.register("review", Review);
application.register("run", Run);
application.register("started", Started);
application.register("viewmarks", ViewMarks);
application.register("walk", Walk);

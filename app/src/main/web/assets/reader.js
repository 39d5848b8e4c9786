// How a page is shown anew, in which what belongs to the reader stays as it is.
import { notice } from "./sentences.js";
import { morphElements } from "./turbo.js";
import { isChosen, isTyped, typed } from "./typing.js";

/** What a page shows of how things are; the rest belongs to the reader. */
const PARTS = ["project-menu", "navigation", "begin-task", "bottom", "main"];

let isMorphing = false;
let chosen = new Set();
// why: the refusal of a form is a page of its own with the address of the one before; it is rendered, and nobody went there
let isRefusal = false;
document.addEventListener("turbo:render", () => (isRefusal = true));
document.addEventListener("turbo:load", () => (isRefusal = false));

/** Shows how things are by a page that just came. */
export function show(page) {
  const isWritten = isLost(page);
  notice(isWritten ? "Somebody began another attempt, or deleted this one. What you typed is still here: send it, or copy it." : "");
  if (!isRefusal) document.title = page.title;
  if (!isWritten) release(page);
  // why before: an option that is put in takes the choice from another one, which nobody chose
  chosen = new Set([...document.querySelectorAll("select")].filter(isChosen));
  isMorphing = true;
  try {
    for (const id of PARTS.filter((it) => it !== "main" || !(isRefusal || isWritten))) {
      const now = document.getElementById(id);
      const next = page.getElementById(id);
      if (now && next) morphElements(now, next, { ignoreActiveValue: true });
    }
  } finally {
    isMorphing = false;
  }
  document.dispatchEvent(new CustomEvent("baton:refreshed"));
}

/** Forms that stay as they are send what belongs to the session that there is now. */
export function renewTokens(page) {
  const token = page.querySelector("meta[name=form-token]")?.content;
  if (!token) return;
  for (const field of document.querySelectorAll("input[name=_token]")) field.value = token;
}

/** True if somebody writes to an attempt that the page would not show any more. */
function isLost(page) {
  const box = document.querySelector("form.composer");
  return box !== null && isTyped(box) && page.getElementById(box.id) === null;
}

/** A conversation keeps itself up to date, and stays only as long as the page is about it. */
function release(page) {
  for (const talk of document.querySelectorAll(".conversation[data-turbo-permanent]")) {
    if (!page.getElementById(talk.id)) talk.removeAttribute("data-turbo-permanent");
  }
}

function isReaders(element, attribute) {
  // why: what was seen belongs to what is typed over it
  const isSeen = element.matches("input[data-seen]") && [...element.form.elements].some((field) => typed(field, "value"));
  const isChoice = attribute === "selected" && chosen.has(element.closest("select"));
  return attribute === "open" || (isMorphing && (isSeen || isChoice || typed(element, attribute)));
}

/** What is dragged or written in, what was said or asked for and is on its way, what says whether somebody listens, and what loads again by itself if its address is another one. */
function isKept({ target, detail }) {
  if (target.matches?.(".dragging, .sending, .connection")) return true;
  // why: a file may go while somebody writes a comment on it
  if (!detail.newElement && target.querySelector?.(".writing")) return true;
  if (!detail.newElement || !target.matches?.("turbo-frame:is([busy], [id^=figures-], [id^=pull-request-])")) return false;
  const source = detail.newElement.getAttribute("src");
  // why later: a frame that still loads keeps the address that it loads
  if (source && source !== target.getAttribute("src")) Promise.resolve(target.loaded).then(() => target.setAttribute("src", source));
  return true;
}

// why: what the reader has opened, typed or drags stays as it is
document.addEventListener("turbo:before-morph-attribute", (event) => isReaders(event.target, event.detail.attributeName) && event.preventDefault());
document.addEventListener("turbo:before-morph-element", (event) => isKept(event) && event.preventDefault());

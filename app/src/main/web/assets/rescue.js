// What was typed and the server has not taken, kept in the browser in case that the window goes first.

const PREFIX = "baton comment ";
/** This window among all of the browser, until it goes. */
const HERE = `baton window ${performance.timeOrigin} ${Math.random()}`;
/** What this window shows or sends, and nobody else has to. */
const open = new Set();
let isHeld = false;

/** Others can see that this window is there: what it keeps is not left behind. */
function hold() {
  if (!isHeld) navigator.locks?.request(HERE, () => new Promise(() => {}));
  isHeld = true;
}

function read(name) {
  return JSON.parse(localStorage.getItem(name) ?? "{}");
}

/** Keeps a draft under its key, which no other form has, in whatever window. */
export function keep(draft) {
  hold();
  open.add(draft.key);
  localStorage.setItem(PREFIX + draft.key, JSON.stringify({ ...draft, window: HERE }));
}

/** Forgets it unless somebody has typed on since. */
export function forget(key, text) {
  if (text !== undefined && read(PREFIX + key).text !== text) return;
  open.delete(key);
  localStorage.removeItem(PREFIX + key);
}

/** The window goes, or shows something else: whoever comes to the same page takes it up. */
export function leave() {
  for (const key of open) {
    const draft = read(PREFIX + key);
    if (draft.text) localStorage.setItem(PREFIX + key, JSON.stringify({ ...draft, window: "" }));
  }
  open.clear();
}

function all() {
  return Object.keys(localStorage)
    .filter((name) => name.startsWith(PREFIX))
    .map(read);
}

/** The reviews about which something is kept. */
export function addresses() {
  return [...new Set(all().map((draft) => draft.address))];
}

/** Takes up what windows that have gone left behind, if it is wanted here. */
export async function takeLeft(isWanted) {
  const drafts = all().filter(isWanted);
  if (drafts.length === 0) return [];
  const windows = new Set((await navigator.locks?.query())?.held.map((lock) => lock.name));
  const left = drafts.filter((draft) => !open.has(draft.key) && (draft.window === HERE || !windows.has(draft.window)));
  left.forEach(keep);
  return left;
}

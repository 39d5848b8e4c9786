// The rows of a conversation.

const MOST = 320;
const KEPT = 240;

/** Puts rows where they belong among the entries; returns how many entries came. */
export function put(rows, entries) {
  let came = 0;
  for (const row of rows) {
    const old = document.getElementById(row.id) ?? document.getElementById(`in-${row.id}`);
    came += size(row) - (old ? size(old) : 0);
    if (old) exchange(old, row);
    else entries.append(row);
  }
  return came;
}

/** How many entries stand in a row. */
function size(row) {
  return row.querySelectorAll(".entry").length || 1;
}

/** Puts a row in the place of an older one; what was open in it stays open. */
function exchange(old, row) {
  // why as they are: what was fetched into them would be fetched again
  for (const open of old.querySelectorAll("details[open]")) {
    const now = row.querySelector(`[id="${open.id}"]`);
    if (!now) continue;
    now.open = true;
    now.parentElement.closest("details")?.setAttribute("open", "");
    const [frame, next] = [open.querySelector(":scope > turbo-frame"), now.querySelector(":scope > turbo-frame")];
    if (frame && next && frame.id === next.id) next.replaceWith(frame);
  }
  if (old.id === row.id) {
    old.replaceWith(row);
  } else {
    old.replaceChildren(...row.childNodes);
    settle(old.closest("details"));
  }
}

/** Shows calls in one line as ended when the last of them has. */
function settle(group) {
  const ends = [...group.querySelectorAll(".calls .end")];
  if (ends.some((end) => end.querySelector(".s-running"))) return;
  const said = ends.find((end) => end.matches(".bad")) ?? ends.at(-1);
  group.querySelector("summary > .end").replaceWith(said.cloneNode(true));
}

/** Takes away what is far above, of too many; returns a frame that asks for it again when somebody scrolls there. */
export function trim(rows, address) {
  if (rows.length <= MOST) return null;
  while (rows.length > KEPT) rows[0].remove();
  const before = rows[0].id.slice("entry-".length);
  const frame = document.createElement("turbo-frame");
  frame.className = "older";
  frame.id = `older-${before}`;
  frame.setAttribute("loading", "lazy");
  frame.setAttribute("src", `${address}before=${before}`);
  return frame;
}

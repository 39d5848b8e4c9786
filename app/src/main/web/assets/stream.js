const LOCK = "baton-events";
/** How long it takes until this tab tries again to listen. */
const AGAIN = 2000;

/** What the server tells. One tab of a browser listens to it and passes it on to the others. */
export default class EventStream {
  /**
   * Begins to listen.
   *
   * @param last event that this page knows of
   * @param hear is given what was heard, here or in another tab
   * @param refused is called when the server does not let this tab listen
   */
  constructor(last, hear, refused) {
    Object.assign(this, { last, hear, refused });
    this.ended = new AbortController();
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(LOCK) : null;
    if (this.channel) this.channel.onmessage = (message) => this.take(message.data);
    this.listen();
    // why: the tab that listens has said long ago that it is connected, and what happened while this page was on its way
    this.channel?.postMessage({ kind: "hello" });
  }

  close() {
    this.ended.abort();
    this.source?.close();
    this.channel?.close();
  }

  async listen() {
    if (!this.channel || !navigator.locks) {
      this.open();
      return;
    }
    try {
      await navigator.locks.request(LOCK, { signal: this.ended.signal }, () => {
        this.open();
        // why: the lock is held until the page goes
        return new Promise((_, reject) => this.ended.signal.addEventListener("abort", () => reject(new Error("left"))));
      });
    } catch {
      // why: the page has gone, and another tab listens now
    }
  }

  /** Listens anew, if this tab is the one that does. */
  again() {
    if (!this.source) return;
    this.source.close();
    clearTimeout(this.later);
    this.later = setTimeout(() => this.open(), AGAIN);
  }

  open() {
    if (this.ended.signal.aborted) return;
    this.source = new EventSource(`/events?after=${this.last}`);
    this.source.onopen = () => this.share(this.opened);
    this.source.onerror = () => {
      this.share({ kind: "cut" });
      if (this.source.readyState === EventSource.CLOSED) {
        this.again();
        this.refused();
      }
    };
    for (const kind of ["event", "entries", "resync"]) {
      this.source.addEventListener(kind, (message) => {
        if (message.lastEventId) this.last = Number(message.lastEventId);
        this.share({ kind, data: message.data ? JSON.parse(message.data) : {} });
      });
    }
  }

  /** That somebody listens, and up to which event they have heard everything. */
  get opened() {
    return { kind: "open", last: this.last };
  }

  /** To this tab and to all others. */
  share(message) {
    this.channel?.postMessage(message);
    this.take(message);
  }

  take(message) {
    if (message.kind === "hello") {
      // why to this tab, too: a page that has just come shows that the browser is let in, which this one may not know
      if (this.source?.readyState === EventSource.OPEN) this.share(this.opened);
      return;
    }
    const newest = message.last ?? message.data?.id ?? this.last;
    const hasMissed = message.kind === "open" && newest > this.last;
    this.last = Math.max(this.last, newest);
    this.hear(message, hasMissed);
  }
}

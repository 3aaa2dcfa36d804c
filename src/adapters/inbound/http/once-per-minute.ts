/** Milliseconds in which a message is not repeated. */
const SILENCE_MS = 60_000;
/** The most messages that are remembered. */
const MAX_MESSAGES = 100;

/** Passes each message on at most once a minute: an error that many requests meet makes one line in the log. */
export function oncePerMinute(tell: (message: string) => void): (message: string) => void {
  const told = new Map<string, number>();
  return (message) => {
    const now = performance.now();
    if (now - (told.get(message) ?? -SILENCE_MS) < SILENCE_MS) return;
    if (told.size >= MAX_MESSAGES) told.clear(); // should messages ever differ each time
    told.set(message, now);
    tell(message);
  };
}

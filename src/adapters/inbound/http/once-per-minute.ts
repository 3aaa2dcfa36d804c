/** Milliseconds before the same message is passed on again. */
const SILENCE = 60_000;
/** Messages remembered. */
const MOST = 100;

/** Passes each message on at most once a minute: an error met by many requests is one line in the log. */
export function oncePerMinute(tell: (message: string) => void): (message: string) => void {
  const told = new Map<string, number>();
  return (message) => {
    const now = performance.now();
    if (now - (told.get(message) ?? -SILENCE) < SILENCE) return;
    if (told.size >= MOST) told.clear(); // should messages ever differ each time
    told.set(message, now);
    tell(message);
  };
}

/** Milliseconds until the same is told again. */
const SILENCE = 60_000;

/** Tells each message at once, and then not again for a minute: what many requests meet is one line in the log. */
export function nowAndThen(tell: (message: string) => void): (message: string) => void {
  const told = new Map<string, number>();
  return (message) => {
    const now = performance.now();
    if (now - (told.get(message) ?? -SILENCE) < SILENCE) return;
    told.set(message, now);
    tell(message);
  };
}

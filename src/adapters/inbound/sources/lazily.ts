/**
 * Loads a parser when it is first needed, so that a cold start does not pay for it; and once, as `import()` costs 25 µs
 * also of what is loaded.
 */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

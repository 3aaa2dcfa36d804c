/**
 * The readers of what sources send. Each is loaded when first needed, so that a cold start does not pay for it; and
 * once, as `import()` costs 25 µs also of what is loaded.
 */
export const loaded = {
  adf: lazily(() => import('./adf.ts')),
  mail: lazily(() => import('./mail/leads-in-mail.ts')),
  star: lazily(() => import('./star.ts')),
  keptMail: lazily(() => import('./mail/kept-mail.ts')),
  google: lazily(() => import('./google.ts')),
  answers: lazily(() => import('./json/read-answers.ts')),
};

function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

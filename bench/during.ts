/** Does `work` with a server or a database, which ends after it. (Node 22 has no `await using`.) */
export async function during<R extends AsyncDisposable, T>(
  resource: R,
  work: (resource: R) => Promise<T>,
): Promise<T> {
  try {
    return await work(resource);
  } finally {
    await resource[Symbol.asyncDispose]();
  }
}

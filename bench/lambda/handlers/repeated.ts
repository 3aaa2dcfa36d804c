type Handler = (event: never, context?: unknown) => Promise<unknown>;

/** Makes of a handler one that also takes `{ repeat, event }`, and tells the CPU of each call in microseconds. */
export const repeated =
  (handler: Handler) =>
  async (event: { repeat?: number; event?: object }): Promise<unknown> => {
    const { repeat, event: each } = event;
    if (!repeat) return handler(event as never);
    const before = process.cpuUsage();
    for (let call = 0; call < repeat; call += 1) await handler(each as never);
    const { user, system } = process.cpuUsage(before);
    return { microseconds: (user + system) / repeat };
  };

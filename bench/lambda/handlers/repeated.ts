type Handler = (event: never, context?: unknown) => Promise<unknown>;

/** Wraps a handler so that it also takes `{ repeat, event }`, and then returns the microseconds of CPU per call. */
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

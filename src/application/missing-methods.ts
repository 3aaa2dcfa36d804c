/** The methods that a port lacks. In JavaScript its first call would be the first to notice. */
export const missingMethods = <P extends object>(
  port: P | null | undefined,
  methods: readonly (keyof P & string)[],
): string[] => methods.filter((method) => typeof port?.[method] !== 'function');

/** The methods that a port lacks. In JavaScript nothing else would tell before they are needed. */
export const missingMethods = <P extends object>(
  port: P | null | undefined,
  methods: readonly (keyof P & string)[],
): string[] => methods.filter((method) => typeof port?.[method] !== 'function');

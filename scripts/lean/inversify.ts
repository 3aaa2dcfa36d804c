/**
 * Stands in for Inversify in the function's bundle, where reading Inversify and its first look-up take a tenth of a cold
 * start. It knows constant values, and dynamic ones in singleton scope; a test holds it against Inversify.
 */

type Get = <T>(token: symbol) => T;
type Make = (context: { readonly get: Get }) => unknown;
type Load = (options: { readonly bind: Container['bind'] }) => void;

export class ContainerModule {
  readonly load: Load;

  constructor(load: Load) {
    this.load = load;
  }
}

/** Holds one value for each token, made when first asked for. Nothing is ever unbound: Lambda ends a function unasked. */
export class Container {
  readonly #makers = new Map<symbol, Make>();
  readonly #values = new Map<symbol, unknown>();

  load(...modules: readonly ContainerModule[]): void {
    for (const module of modules) module.load({ bind: this.bind });
  }

  readonly bind = (token: symbol) => {
    const to = (make: Make) => {
      if (this.#makers.has(token)) throw new Error(`${String(token)} is bound twice`);
      this.#makers.set(token, make);
      return { onDeactivation: neverCalled };
    };
    return {
      toConstantValue: (value: unknown) => to(() => value),
      toDynamicValue: (make: Make) => ({ inSingletonScope: () => to(make) }),
    };
  };

  readonly get = <T>(token: symbol): T => {
    if (!this.#values.has(token)) {
      const make = this.#makers.get(token);
      if (!make) throw new Error(`Nothing is bound to ${String(token)}`);
      this.#values.set(token, make(this));
    }
    return this.#values.get(token) as T;
  };
}

const neverCalled = (): void => {};

/**
 * Stands in for Inversify in the function's bundle, where reading Inversify and its first look-up take a tenth of a cold
 * start. It does what the function's modules ask of a container; a test holds it against Inversify.
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
  readonly #values = new Map<symbol, unknown>();
  readonly #makers = new Map<symbol, Make>();

  load(...modules: readonly ContainerModule[]): void {
    for (const module of modules) module.load({ bind: this.bind });
  }

  readonly bind = (token: symbol) => {
    const onDeactivation = () => {};
    return {
      toConstantValue: (value: unknown) => {
        this.#values.set(token, value);
        return { onDeactivation };
      },
      toDynamicValue: (make: Make) => {
        this.#makers.set(token, make);
        return { inSingletonScope: () => ({ onDeactivation }) };
      },
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

/** Stands in for the package `whatwg-url` in bundles: Node's own URL follows the same standard. */
export const { URL, URLSearchParams } = globalThis;

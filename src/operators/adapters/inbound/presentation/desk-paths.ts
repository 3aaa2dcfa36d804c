import type { LeadFilter } from './lead-filter.ts';

/** Addresses of the desk's pages, relative to its own address. */

export const leadPath = (id: string): string => `/leads/${encodeURIComponent(id)}`;
export const asItCamePath = (id: string): string => `${leadPath(id)}/as-it-came`;
export const contactPath = (id: string): string => `/contacts/${encodeURIComponent(id)}`;
export const vendorPath = (id: string): string => `/vendors/${encodeURIComponent(id)}`;
export const hookPath = (id: string): string => `/hooks/${encodeURIComponent(id)}`;
export const heldPath = (id: string): string => `/held/${encodeURIComponent(id)}`;
/** The page that erases held leads with an email or phone. */
export const heldErasePath = (text: string): string => `/held/erase?q=${encodeURIComponent(text)}`;
/** The page of held leads with an email or phone. */
export const heldWithPath = (text: string): string => `/held?q=${encodeURIComponent(text)}`;
/** What a person did. */
export const workPath = (personId: string): string => `/work?by=${encodeURIComponent(personId)}`;
export const addHookPath = (vendorId: string): string => `/hooks?vendor=${encodeURIComponent(vendorId)}#add`;
export const historyPath = (id: string): string => `/audit?on=${encodeURIComponent(id)}`;

/** A list's path with a filter in its query. */
export const listPath = (path: string, filter: LeadFilter & { readonly before?: string }): string =>
  pathWith(path, filter);

/** A path with a query of what is given, without what is empty. */
export function pathWith(path: string, given: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(
    Object.entries(given).flatMap<[string, string]>(([name, text]) => (text ? [[name, text]] : [])),
  ).toString();
  return query ? `${path}?${query}` : path;
}

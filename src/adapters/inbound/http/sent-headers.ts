import { HttpError, type HttpErrorReason } from './http-error.ts';
import type { HttpRequest } from './message.ts';

/** Any header may arrive twice: a proxy or a library adds one that is there already, and a gateway may join the two. */

/**
 * The value of a header that has only one. The same value several times, on lines of its own or joined by commas, counts
 * once. Different values throw the refusal; without one, they count as absent. A comma inside a single line is part of its
 * value, unless the runtime cannot tell it from a second line.
 */
export function onlyValue(request: HttpRequest, name: string, refusal?: HttpErrorReason): string | undefined {
  const lines = linesOf(request, name);
  const parts = new Set(lines.flatMap((line) => line.split(',').map((part) => part.trim())));
  if (parts.size <= 1) return [...parts][0];
  const [line, ...others] = new Set(lines);
  if (others.length === 0 && !request.joinsHeaders) return line;
  if (refusal) throw new HttpError(refusal);
  return undefined;
}

/** The elements of a header that is a list: in lower case, without parameters, none of them empty. */
export const listed = (request: HttpRequest, name: string): string[] =>
  linesOf(request, name)
    .flatMap((line) => line.replace(/"(?:[^"\\]|\\.)*"?/g, '').split(','))
    .map((element) => (element.split(';', 1)[0] ?? '').trim().toLowerCase())
    .filter((element) => element !== '');

function linesOf(request: HttpRequest, name: string): string[] {
  const sent = request.header(name);
  const lines = typeof sent === 'string' ? [sent] : (sent ?? []);
  return lines.map((line) => line.trim());
}

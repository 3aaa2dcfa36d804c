import { HttpError, type HttpErrorReason } from './http-error.ts';
import type { HttpRequest } from './message.ts';

/** Reads headers that may arrive twice: a proxy or library adds one that is there, and a gateway may join the two. */

/**
 * Returns the value of a header that may have one only. The same value several times, on separate lines or
 * joined by commas, counts once. Different values throw `refusal`; without `refusal`, they count as absent. A
 * comma inside a single line is part of the value, unless the runtime cannot tell it from a second line.
 */
export function onlyValue(
  request: HttpRequest,
  name: string,
  refusal?: HttpErrorReason | HttpError,
): string | undefined {
  const sent = request.header(name);
  if (sent === undefined) return undefined;
  if (typeof sent === 'string' && !sent.includes(',')) return sent.trim();
  const lines = linesOf(sent);
  const parts = new Set(lines.flatMap((line) => line.split(',').map((part) => part.trim())));
  if (parts.size <= 1) return [...parts][0];
  const [line, ...others] = new Set(lines);
  if (others.length === 0 && !request.joinsHeaders) return line;
  if (refusal) throw refusal instanceof HttpError ? refusal : new HttpError(refusal);
  return undefined;
}

/** Whether a header that is a list names only `value`, in any case and with any parameters, or is absent. */
export function namesOnly(request: HttpRequest, name: string, value: string): boolean {
  const sent = request.header(name);
  if (sent === undefined || sent === value) return true;
  return linesOf(sent)
    .flatMap((line) => line.replace(/"(?:[^"\\]|\\.)*"?/g, '').split(','))
    .map((element) => (element.split(';', 1)[0] ?? '').trim().toLowerCase())
    .every((element) => element === '' || element === value);
}

const linesOf = (sent: string | readonly string[]): string[] => [sent].flat().map((line) => line.trim());

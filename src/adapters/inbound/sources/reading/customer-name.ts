import { isSameName } from '../../../../domain/name.ts';
import { personName } from '../../../../domain/sources/reading/person-name.ts';

type Part = 'name' | 'firstName' | 'middleName' | 'lastName' | 'nameSuffix';

interface CustomerName {
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly notes: readonly string[];
}

/**
 * The customer's name, of a whole name, of its parts, or of both: beside *Vorname*, a field *Name* has the last name. A
 * last name alone stands as the first, which a lead must have.
 */
export function customerName(sent: (part: Part) => string | undefined): CustomerName {
  const joined = (...parts: readonly Part[]) =>
    parts
      .map((part) => sent(part)?.replace(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join(' ');
  const [whole, given, family] = [joined('name'), joined('firstName'), joined('lastName')];
  if (whole && !given && !family) return personName(joined('name', 'middleName', 'nameSuffix'));
  const first = joined('firstName', 'middleName') || without(whole, family);
  const last = joined('lastName', 'nameSuffix') || without(whole, given);
  const all = [first, last].filter(Boolean).join(' ');
  const isSaid = [all, `${last} ${first}`, `${last}, ${first}`, given, family].some((name) =>
    isSameName(name, whole),
  );
  return {
    firstName: first || last || undefined,
    lastName: (first && last) || undefined,
    notes: isSaid || !given || !family || !whole ? [] : [`Name as sent: ${whole}`],
  };
}

/** A whole name without the part that is known from elsewhere. */
function without(whole: string, part: string): string {
  const [all, known] = [whole.toLowerCase(), part.toLowerCase()];
  if (all === known) return '';
  if (all.startsWith(`${known} `)) return whole.slice(part.length + 1);
  return all.endsWith(` ${known}`) ? whole.slice(0, -part.length - 1) : whole;
}

/** Where a text stops being JSON: a place that no value in it tells anything of. Lines and columns begin with 1. */
export interface JsonBreak {
  readonly line: number;
  readonly column: number;
  /** Whether the text ends too early, rather than going on wrongly. */
  readonly isEnd: boolean;
}

/** Finds where a text that cannot be parsed stops being JSON. Node's own messages quote it, and not all have a place. */
export function jsonBreak(text: string): JsonBreak {
  const at = breakOf(text);
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1, isEnd: at >= text.length };
}

const BLANK = /[ \t\r\n]*/y;
/** A text up to its closing quotation mark, or to the place where it breaks off. */
const TEXT = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*/y;
const ATOM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What may come next: a value, a value or the end of an array, a name, a name or the end of an object, or what follows. */
type Next = 'value' | 'first-value' | 'name' | 'first-name' | 'more';

function breakOf(text: string): number {
  const open: ('{' | '[')[] = [];
  let next: Next = 'value';
  let at = 0;
  const read = (part: RegExp): boolean => {
    part.lastIndex = at;
    const [found] = part.exec(text) ?? [];
    at += found?.length ?? 0;
    return found !== undefined;
  };
  const readText = (): boolean => {
    if (!read(TEXT) || text[at] !== '"') return false;
    at += 1;
    return true;
  };

  for (;;) {
    read(BLANK);
    const sign = text[at];
    const isFirst = next === 'first-value' || next === 'first-name';
    const closes = open.at(-1) === '{' ? '}' : ']';
    if (sign === closes && open.length > 0 && (isFirst || next === 'more')) {
      open.pop();
      at += 1;
      next = 'more';
    } else if (next === 'more') {
      if (sign !== ',' || open.length === 0) return at;
      at += 1;
      next = open.at(-1) === '{' ? 'name' : 'value';
    } else if (next === 'name' || next === 'first-name') {
      if (!readText()) return at;
      read(BLANK);
      if (text[at] !== ':') return at;
      at += 1;
      next = 'value';
    } else if (sign === '{' || sign === '[') {
      open.push(sign);
      at += 1;
      next = sign === '{' ? 'first-name' : 'first-value';
    } else if (sign === '"') {
      if (!readText()) return at;
      next = 'more';
    } else if (read(ATOM)) next = 'more';
    else return at;
  }
}

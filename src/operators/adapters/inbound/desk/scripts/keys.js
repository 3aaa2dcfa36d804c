import { keyOf } from './key.js';
import { say } from './live.js';

const find = (selector) => document.querySelector(selector);

/** Handles the keys that the dialog of shortcuts names. `besides`: the leads before and after the page's own. */
export function handleKeys(besides) {
  const dialog = find('#keys');
  if (!dialog) return;
  find('[data-keys]').hidden = false;

  const rows = rowsOfList();
  const moves = movesByDigit(rows);
  const keys = {
    j: () => (besides ? besides.next.click() : rows.goTo(rows.present() + 1)),
    k: () => (besides ? besides.before.click() : rows.goTo(rows.present() - 1)),
    x: () => rows.box()?.click(),
    m: moves.wait,
    '/': () => find('.bar input[type=search]')?.select(),
    n: () => find('[data-drafts] textarea')?.focus(),
    f: () => find('input[name=at]')?.focus(),
    '?': () => dialog.showModal(),
  };
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const key = keyOf(event);
    const isSend = key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isSend && target.matches('[data-drafts] :is(input, select, textarea)')) {
      event.preventDefault(); // a browser may send the form of an input by itself
      return (moves.pressedIn(target.form) ?? target.form.querySelector('.primary')).click();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || dialog.open) return;
    if (target.matches('input:not([type=checkbox], [type=radio]), select, textarea')) {
      if (key === 'Escape') target.blur();
      if (key === 'Enter' && target.name === 'reason') moves.pressedIn(target.form)?.click();
      if (key === 'Enter' && target.name === 'owner')
        (target.form.querySelector('[name=assign]') ?? target.form.querySelector('button'))?.click();
      return;
    }
    if (moves.isWaiting()) {
      event.preventDefault(); // or the digit goes into the field that asks for a reason
      return moves.take(key);
    }
    if (key === 'Enter' && (target.name === 'lead' || target.matches('.answer'))) return rows.open();
    if (!Object.hasOwn(keys, key)) return;
    event.preventDefault();
    keys[key]();
  });
}

/** The rows of a list, and the one that somebody is at: it stays the same after a change, or a look at a lead. */
function rowsOfList() {
  const linkIn = (row) => row?.querySelector('th[scope=row] a, a.name');
  const rows = [...document.querySelectorAll('main .list tbody tr, .turns > li')].filter(linkIn);
  let present = -1;
  const link = () => linkIn(rows[present]);
  const rowAt = (at) => {
    present = Math.max(0, Math.min(at, rows.length - 1));
    return rows[present];
  };
  const goTo = (at) => {
    rowAt(at);
    link()?.focus();
  };
  document.addEventListener('focusin', ({ target }) => {
    const at = rows.findIndex((row) => row.contains(target));
    if (at < 0) return;
    find('.at')?.classList.remove('at');
    present = at;
  });
  find('form[data-select]')?.addEventListener('submit', () => {
    if (present >= 0) sessionStorage.setItem('row', JSON.stringify([present, rows[present].id]));
  });
  const left = sessionStorage.getItem('row');
  if (left !== null && ['/', '/day'].includes(location.pathname)) {
    sessionStorage.removeItem('row');
    const [at, id] = JSON.parse(left);
    const same = rows.findIndex((row) => row.id === id);
    const now = same >= 0 ? same : at;
    if (find('.answer')) {
      rowAt(now)?.classList.add('at'); // the answer has the focus
      rows[present]?.scrollIntoView({ block: 'center' });
    } else goTo(now);
  }
  return {
    goTo,
    present: () => present,
    open: () => link()?.click(),
    box: () => rows[present]?.querySelector('input[name=lead]'),
  };
}

/**
 * Sends a lead's form with the status of a digit. For a lost lead it asks for the reason, which the next digit
 * chooses.
 */
function whereByDigit() {
  const where = find('#to');
  const why = [...document.querySelectorAll('input[name=lostReason]')];
  let asksWhy = false;
  return {
    isThere: where !== null,
    offered: () => [...where.options].filter(({ value }) => value !== ''),
    mark: (isWaiting) => where.classList.toggle('chosen', isWaiting),
    /** Returns whether another digit is awaited. */
    take(key) {
      if (asksWhy) {
        asksWhy = false;
        const reason = why[Number(key) - 1];
        if (!reason) return false;
        reason.checked = true;
      } else {
        const option = [...where.options].find(({ text }) => text.startsWith(`${key} `));
        if (!option) return false;
        option.selected = true;
        asksWhy = option.value === 'Lost' && why.length > 0 && !why.some(({ checked }) => checked);
        if (asksWhy) {
          why[0].focus();
          return true;
        }
      }
      const { reopens, text } = where.form.elements;
      if (reopens && text?.value === '')
        text.focus(); // the reason is still missing
      else where.form.querySelector('.log').click();
      return false;
    },
  };
}

/** Moves leads by the digit of a status. Only the key after `m` counts, and the buttons are marked meanwhile. */
function movesByDigit(rows) {
  const moves = find('.moves');
  const where = whereByDigit();
  let isWaiting = false;
  let pressed; // a move that asks for a reason goes on with Enter
  const mark = (now) => {
    isWaiting = now;
    if (where.isThere) where.mark(now);
    moves?.classList.toggle('chosen', now);
  };
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('button[name=move]');
    if (button) pressed = button;
    if (isWaiting) mark(false);
  });
  return {
    isWaiting: () => isWaiting,
    wait() {
      const offered = where.isThere ? where.offered() : [...(moves?.children ?? [])];
      if (offered.length === 0) return;
      if (!where.isThere) {
        if (!find('input[name=lead]:checked')) rows.box()?.click();
        moves.scrollIntoView({ block: 'nearest' });
      }
      mark(true);
      const names = offered.map(({ textContent }) => textContent.trim());
      say(`move to, ${names[0][0]} to ${names.at(-1)[0]}: ${names.join(', ')}`);
    },
    take(key) {
      mark(false);
      if (where.isThere) return mark(where.take(key));
      moves.querySelector(`[data-key="${CSS.escape(key)}"]`)?.click();
    },
    pressedIn: (form) => (pressed?.form === form ? pressed : undefined),
  };
}

import { say } from './live.js';

/** Selects rows: a box for all, ranges with Shift, and the number of selected ones. */
export function selectRows() {
  const form = document.querySelector('form[data-select]');
  if (!form) return;
  const boxes = [...form.querySelectorAll('input[name=lead]')];
  const all = form.querySelector('[data-all]');
  const told = form.querySelector('[data-selected]');
  let last;

  const update = () => {
    const count = boxes.filter((box) => box.checked).length;
    told.textContent = count === 1 ? '1 lead' : `${count} leads`;
    all.checked = count === boxes.length;
    all.indeterminate = count > 0 && count < boxes.length;
  };
  const updateAfter = ({ checked }) => {
    update();
    say(`${checked ? 'selected' : 'not selected'}, ${told.textContent}`);
  };
  all.parentElement.hidden = false;
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    updateAfter(all);
  });
  form.addEventListener('click', ({ target, shiftKey }) => {
    const at = boxes.indexOf(target);
    if (at < 0) return;
    if (shiftKey && last !== undefined)
      for (const box of boxes.slice(Math.min(at, last), Math.max(at, last) + 1)) box.checked = target.checked;
    last = at;
    updateAfter(target);
  });
  update();
}

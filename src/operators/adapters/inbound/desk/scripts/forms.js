/** A page that answers a form, with a secret or why not, has an address of its own: reloading it does nothing again. */
export function forgetForm() {
  const shown = document.querySelector('[data-back]');
  if (shown) history.replaceState(null, '', shown.dataset.back);
}

/** A double click sends a form once: what it makes is made once, and shown to whoever clicked. */
export function sendOnce() {
  const sent = new WeakSet();
  document.addEventListener('submit', (event) => {
    if (event.target.method !== 'post') return;
    if (sent.has(event.target)) return event.preventDefault();
    sent.add(event.target);
    addEventListener('pageshow', () => sent.delete(event.target), { once: true }); // after "back" it may be sent again
  });
}

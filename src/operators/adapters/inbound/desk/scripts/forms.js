/**
 * Gives a page that answers a form, with a secret or a refusal, an address of its own: reloading it then sends
 * nothing.
 */
export function forgetForm() {
  const shown = document.querySelector('[data-back]');
  if (shown) history.replaceState(null, '', shown.dataset.back);
}

/**
 * Asks anew for a page that the browser kept in memory, as WebKit does on http: its form was sent meanwhile, or its reader
 * has signed out, and nobody is to see a customer by *Back*.
 */
export function askAnew() {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    document.body.hidden = true;
    location.reload();
  });
}

/**
 * Asks for what a form needs once it is sent, and says of a field that it is wrong as long as it is: not before anybody
 * has written in it.
 */
export function needOnceSent() {
  const ofForm = (target) => target.closest('button')?.form?.querySelectorAll('[aria-required]') ?? [];
  const tell = ({ target }) => {
    target.ariaInvalid = `${!target.validity.valid}`;
  };
  document.addEventListener(
    'click',
    ({ target }) => {
      for (const field of ofForm(target)) field.required = true;
    },
    true,
  );
  document.addEventListener('invalid', tell, true);
  document.addEventListener('change', ({ target }) => {
    if (target.ariaInvalid === 'true') tell({ target });
  });
}

/** Prevents a double click from sending a form twice: one thing is made, and its answer shown. */
export function sendOnce() {
  const sent = new WeakSet();
  document.addEventListener('submit', (event) => {
    if (event.target.method !== 'post') return;
    if (sent.has(event.target)) return event.preventDefault();
    sent.add(event.target);
    addEventListener('pageshow', () => sent.delete(event.target), { once: true }); // after "back" it may be sent again
  });
}

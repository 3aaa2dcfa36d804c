/** Milliseconds for which a text is kept for its writer. */
const TEXT_WAITS = 1_800_000;

/** Forgets texts that another person has begun in this tab. */
export function forgetOthers() {
  const { person } = document.querySelector('header.bar')?.dataset ?? {};
  if (!person) return;
  if (sessionStorage.getItem('person') !== person)
    for (const kept of ['drafts', 'text']) sessionStorage.removeItem(kept);
  sessionStorage.setItem('person', person);
}

/**
 * Keeps a text about a lead until the desk has accepted it, which the next page says: it is there again when
 * its writer comes back, whatever they did meanwhile. Only this tab keeps it, and only for the session.
 */
export function keepDrafts() {
  const isAccepted = document.querySelector('.answer .said') !== null;
  const mayBeKept = ({ text, isSent, at }) =>
    text.trim() !== '' && !(isAccepted && isSent) && Date.now() - at < TEXT_WAITS;
  const kept = Object.entries(JSON.parse(sessionStorage.getItem('drafts') ?? '{}'));
  const drafts = Object.fromEntries(kept.filter(([, draft]) => mayBeKept(draft)));
  const form = document.querySelector('[data-drafts]');
  const field = form?.querySelector('textarea');
  const keep = (isSent) => {
    if (field) drafts[form.action] = { text: field.value, isSent, at: Date.now() };
    sessionStorage.setItem('drafts', JSON.stringify(drafts));
  };
  if (field && field.value === '') field.value = drafts[form.action]?.text ?? ''; // a refused form has its text
  field?.addEventListener('input', () => keep(false));
  keep(false);
  document.addEventListener('submit', ({ target }) => {
    if (target === form) keep(true);
    if (target.matches('[action="/sign-out"]')) sessionStorage.removeItem('drafts');
  });
}

/**
 * Keeps a text if the session ends while somebody writes, and puts it back after the sign-in, on the page where
 * it was written. Only this tab keeps it, and only until then.
 */
export function keepText() {
  const isSignedIn = document.querySelector('header.bar') !== null;
  const kept = JSON.parse(sessionStorage.getItem('text') ?? 'null');
  const isBack = kept?.path === location.pathname + location.search;
  if (kept && !isSignedIn) {
    sessionStorage.setItem('text', JSON.stringify({ ...kept, isUnsent: true }));
    document.querySelector('[data-kept]')?.removeAttribute('hidden');
  } else if (!kept?.isUnsent || isBack || Date.now() - kept.at > TEXT_WAITS)
    sessionStorage.removeItem('text');
  if (isSignedIn && kept?.isUnsent && isBack) fillIn(kept);

  document.addEventListener('submit', ({ target }) => {
    if (target.method !== 'post' || !isSignedIn) return;
    if (target.matches('[action="/sign-out"]')) return sessionStorage.removeItem('text');
    const fields = [...new FormData(target)].filter(([, value]) => typeof value === 'string');
    const path = location.pathname + location.search;
    const text = { path, action: target.action, fields, at: Date.now() };
    sessionStorage.setItem('text', JSON.stringify(text));
  });
}

function fillIn({ action, fields }) {
  const form = [...document.forms].find((each) => each.action === action);
  for (const [name, text] of fields) {
    const field = form?.querySelector(`[name="${CSS.escape(name)}"]`);
    if (field?.matches('[type=radio]')) field.form.elements[name].value = text;
    else if (field?.matches('textarea, select, input:not([type=hidden], [type=checkbox], [type=radio])'))
      field.value = text;
  }
  for (const details of document.querySelectorAll('details')) if (details.contains(form)) details.open = true;
}

// Makes the desk quicker to use. Everything essential works without it.

/** Milliseconds for which a text waits for its writer. */
const TEXT_WAITS = 1_800_000;
/** Milliseconds for which what nobody was told of is told later: then it is no news. */
const TOLD_LATER = 3_600_000;
/** Milliseconds between two questions for news. */
const ASKED_EVERY = 10_000;
/** Leads that a note names. */
const MOST_NAMED = 3;

selectRows();
const besides = leadsBeside();
handleKeys();
tellNews();
tellMine();
forgetForm();
sendOnce();
forgetOthers();
keepDrafts();
keepText();

/** A box for all rows, ranges with Shift, and how many are selected. */
function selectRows() {
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
  all.parentElement.hidden = false;
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    update();
  });
  form.addEventListener('click', ({ target, shiftKey }) => {
    const at = boxes.indexOf(target);
    if (at < 0) return;
    if (shiftKey && last !== undefined)
      for (const box of boxes.slice(Math.min(at, last), Math.max(at, last) + 1)) box.checked = target.checked;
    last = at;
    update();
  });
  update();
}

function handleKeys() {
  const dialog = document.querySelector('#keys');
  if (!dialog) return;
  const opener = document.querySelector('[data-keys]');
  opener.hidden = false;
  opener.addEventListener('click', () => dialog.showModal());

  const rows = [...document.querySelectorAll('main .list tbody tr')].filter((row) =>
    row.querySelector('th a'),
  );
  let present = -1;
  const goToRow = (at) => {
    present = Math.max(0, Math.min(at, rows.length - 1));
    rows[present]?.querySelector('th a').focus();
  };
  document.addEventListener('focusin', ({ target }) => {
    const at = rows.findIndex((row) => row.contains(target));
    if (at >= 0) present = at;
  });

  const box = () => rows[present]?.querySelector('input[name=lead]');
  const keys = {
    j: () => (besides ? besides.next.click() : goToRow(present + 1)),
    k: () => (besides ? besides.before.click() : goToRow(present - 1)),
    x: () => box()?.click(),
    m() {
      if (!document.querySelector('input[name=lead]:checked')) box()?.click();
      document.querySelector('.moves button')?.focus();
    },
    '/'() {
      const search = document.querySelector('input[type=search]');
      search?.focus();
      search?.select();
    },
    n: () => document.querySelector('[data-drafts] textarea')?.focus(),
    f: () => document.querySelector('input[name=at]')?.focus(),
    z: () => document.querySelector('[data-undo]')?.click(),
    '?': () => dialog.showModal(),
  };
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const key = keyOf(event);
    if (key === 'Enter' && (event.ctrlKey || event.metaKey) && target.matches('[data-drafts] textarea'))
      return target.form.querySelector('.primary').click();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || dialog.open) return;
    if (target.matches('input:not([type=checkbox], [type=radio]), select, textarea')) {
      if (key === 'Escape') target.blur();
      const asked = target.name === 'reason' || target.name === 'lostReason';
      if (key === 'Enter' && asked && pressed?.form === target.form) pressed.click();
      if (key === 'Enter' && target.name === 'owner')
        target.parentElement.querySelector('[name=assign]')?.click();
      return;
    }
    const move = target.closest('.moves');
    if (move && key === 'Escape') return goToRow(present);
    const button = move?.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (button) {
      event.preventDefault(); // or the digit goes into the field that asks for a reason
      return button.click();
    }
    if (key === 'Enter' && target.name === 'lead') return rows[present]?.querySelector('th a').click();
    if (!Object.hasOwn(keys, key)) return;
    event.preventDefault();
    keys[key]();
  });

  // A move that asks for a reason goes on with Enter.
  let pressed;
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('button[name=move]');
    if (button) pressed = button;
  });

  // After a change, or a look at a lead, the list comes again: whoever was at a row is there again.
  const list = document.querySelector('form[data-select]');
  list?.addEventListener('submit', () => {
    if (present >= 0) sessionStorage.setItem('row', JSON.stringify([present, rows[present].id]));
  });
  const left = sessionStorage.getItem('row');
  if (left === null || location.pathname !== '/') return;
  sessionStorage.removeItem('row');
  const [at, id] = JSON.parse(left);
  const same = rows.findIndex((row) => row.id === id);
  goToRow(same >= 0 ? same : at);
}

/** What a key means, also with Caps Lock, and where letters are others than Latin ones: then by its place. */
function keyOf({ key, code, shiftKey }) {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  if (key === '/' || key === '?') return key;
  if (code === 'Slash' && /[.,]/.test(key)) return shiftKey ? '?' : '/';
  const isOther = /^\P{ASCII}$/u.test(key);
  const [, letter, digit] = /^(?:Key(.)|(?:Digit|Numpad)(\d))$/.exec(code) ?? [];
  return digit ?? ((isOther && letter?.toLowerCase()) || key);
}

/**
 * From a lead to the next of the list that somebody came from, the one before, and back. The list is as this tab saw it last:
 * what was moved meanwhile is still in its place.
 */
function leadsBeside() {
  const leads = [...document.querySelectorAll('.leads tbody th a')].map((link) => link.getAttribute('href'));
  const isInbox = location.pathname === '/';
  if (isInbox)
    sessionStorage.setItem('list', JSON.stringify({ path: location.pathname + location.search, leads }));
  const nav = document.querySelector('[data-besides]');
  const list = JSON.parse(sessionStorage.getItem('list') ?? 'null');
  const at = list?.leads.indexOf(location.pathname) ?? -1;
  if (!nav || at < 0) return undefined;
  const [before, next, back] = nav.querySelectorAll('a');
  for (const [link, path] of [
    [before, list.leads[at - 1]],
    [next, list.leads[at + 1]],
  ])
    if (path) link.href = path;
    else link.hidden = true;
  back.href = list.path;
  back.addEventListener('click', () => {
    const id = decodeURIComponent(location.pathname.split('/').at(-1));
    sessionStorage.setItem('row', JSON.stringify([at, `lead-${id}`]));
  });
  nav.hidden = false;
  return { before, next };
}

/** Says how many leads came since the page was opened, how many are due, and whether the lead of the page was changed. */
function tellNews() {
  const news = document.querySelector('.news');
  if (!news) return;
  const { leads, lead, of, opened } = news.dataset;
  const title = document.title.replace(/^\(.*? due\) /, '');
  const due = document.querySelector('[data-due]');
  const query = new URLSearchParams(leads.split('?')[1]);
  query.set('opened', opened);
  if (lead) query.set('lead', lead);
  setInterval(async () => {
    if (document.visibilityState !== 'visible') return;
    const answer = await asked(`/new-leads?${query}`);
    if (answer?.status === 401) return tell('Your session has ended: ', 'sign in', location.href);
    if (!answer?.ok) return;
    const { count, more, due: nowDue, isChanged } = await answer.json();
    if (due) due.textContent = nowDue ?? '0';
    const numbers = [count > 0 && `${count} new`, due && nowDue && `${nowDue} due`].filter(Boolean);
    document.title = numbers.length > 0 ? `(${numbers.join(', ')}) ${title}` : title;
    if (isChanged)
      return tell('Somebody has changed this lead meanwhile: ', 'see how it is now', location.href);
    if (count === 0) return;
    const found = `${count}${more ? '+' : ''} new ${count === 1 ? 'lead' : 'leads'}${of}`;
    tell(`${found}: `, count === 1 ? 'show it' : 'show them', leads);
  }, ASKED_EVERY);

  function tell(text, linkText, address) {
    if (news.textContent === text + linkText) return; // a screen reader would say it again
    const link = document.createElement('a');
    link.href = address;
    link.textContent = linkText;
    news.replaceChildren(text, link);
  }
}

/**
 * Tells of leads that are mine: the page that somebody looks at, and the browser, if somebody wants it. Of all tabs, one
 * asks for all, and goes on where the one before ended.
 */
function tellMine() {
  const note = document.querySelector('.mine');
  if (!note) return;
  const isWanted = notifications();
  const isSeen = () => document.visibilityState === 'visible';
  const tabs = new BroadcastChannel('mine');
  const all = [];
  tabs.addEventListener('message', ({ data }) => isSeen() && tell(data));
  setInterval(ask, ASKED_EVERY);

  async function ask() {
    const now = Date.now();
    const isAsked = now - Number(localStorage.getItem('asked')) < ASKED_EVERY - 1_000; // timers are not exact
    if (isAsked || !(isSeen() || isWanted())) return;
    localStorage.setItem('asked', now);
    const since = Number(localStorage.getItem('told'));
    const answer = await asked(now - since < TOLD_LATER ? `/mine?since=${since}` : '/mine');
    if (!answer?.ok) return;
    const { until, leads } = await answer.json();
    localStorage.setItem('told', until);
    if (leads.length === 0) return;
    tabs.postMessage(leads);
    if (isSeen()) tell(leads);
    if (isWanted()) leads.forEach(notify);
  }

  function tell(leads) {
    all.unshift(...leads.map(({ title, text, path }) => [`${title}: ${text}`, path]));
    const more = all.length - MOST_NAMED;
    const shown = all.slice(0, MOST_NAMED);
    if (more > 0) shown.push([`And ${more} more: all of yours`, note.dataset.mine]);
    note.replaceChildren(
      ...shown.map(([text, path]) => {
        const link = document.createElement('a');
        link.href = path;
        link.textContent = text;
        return link;
      }),
    );
  }

  function notify({ title, text, path }) {
    const shown = new Notification(title, { body: text, tag: title + path, silent: true });
    shown.onclick = () => {
      focus();
      location.href = path;
    };
  }
}

/** The switch for notifications. Returns whether they are on. */
function notifications() {
  const part = document.querySelector('[data-notify]');
  if (!('Notification' in window)) return () => false;
  const { notify: person } = part.dataset;
  const [button, told] = [part.querySelector('button'), part.querySelector('[role=status]')];
  const isOn = () => Notification.permission === 'granted' && localStorage.getItem('notify') === person;
  const show = () => {
    button.textContent = isOn() ? 'Turn off' : 'Turn on';
    told.textContent = Notification.permission === 'denied' ? 'The browser’s settings forbid it.' : '';
  };
  button.addEventListener('click', async () => {
    if (isOn()) localStorage.removeItem('notify');
    else if ((await Notification.requestPermission()) === 'granted') localStorage.setItem('notify', person);
    show();
  });
  part.hidden = false;
  show();
  return isOn;
}

/** `undefined` if the desk does not answer. */
const asked = (path) => fetch(path, { headers: { accept: 'application/json' } }).catch(() => undefined);

/** A page that shows a secret once: reloading it leads on, and does not make another. */
function forgetForm() {
  const shown = document.querySelector('[data-back]');
  if (shown) history.replaceState(null, '', shown.dataset.back);
}

/** A double click sends a form once: what it makes is made once, and shown to whoever clicked. */
function sendOnce() {
  const sent = new WeakSet();
  document.addEventListener('submit', (event) => {
    if (event.target.method !== 'post') return;
    if (sent.has(event.target)) return event.preventDefault();
    sent.add(event.target);
    addEventListener('pageshow', () => sent.delete(event.target), { once: true }); // after "back" it may be sent again
  });
}

/** What somebody else has begun to write in this tab is nobody's any more. */
function forgetOthers() {
  const { person } = document.querySelector('header.bar')?.dataset ?? {};
  if (!person) return;
  if (sessionStorage.getItem('person') !== person)
    for (const kept of ['drafts', 'text']) sessionStorage.removeItem(kept);
  sessionStorage.setItem('person', person);
}

/**
 * What somebody has begun to write about a lead is there again when they come back to it, whatever they did meanwhile, until
 * the desk has accepted it: then the lead's page says so. This tab alone keeps it, and not beyond the session.
 */
function keepDrafts() {
  const drafts = JSON.parse(sessionStorage.getItem('drafts') ?? '{}');
  const form = document.querySelector('[data-drafts]');
  const fields = form ? [...form.querySelectorAll('textarea, select, [name=reason]')] : [];
  const mayBeKept = ({ at }) => Date.now() - at < TEXT_WAITS;
  const { texts = {}, sent = [] } = mayBeKept(drafts[form?.action] ?? {}) ? drafts[form.action] : {};
  const keep = (sent) => {
    const written = fields.filter(({ value }) => value.trim() !== '').map(({ name, value }) => [name, value]);
    const texts = Object.fromEntries(written);
    if (form) drafts[form.action] = { texts, sent, at: written.length > 0 ? Date.now() : 0 };
    const left = Object.entries(drafts).filter(([, draft]) => mayBeKept(draft));
    sessionStorage.setItem('drafts', JSON.stringify(Object.fromEntries(left)));
  };
  const isAccepted = document.querySelector('.acted .said') !== null;
  for (const field of fields) {
    const isGone = isAccepted && sent.includes(field.name);
    if (field.value === '' && !isGone) field.value = texts[field.name] ?? ''; // else it was refused
    field.addEventListener('input', () => keep([]));
  }
  if (form) keep([]);
  document.addEventListener('submit', ({ target, submitter }) => {
    const isAll = submitter?.dataset.sends === undefined;
    if (form && target === form)
      keep(fields.flatMap(({ name }) => (isAll || name === submitter.dataset.sends ? name : [])));
    if (target.matches('[action="/sign-out"]')) sessionStorage.removeItem('drafts');
  });
}

/**
 * If a session ends while somebody writes, the text is there again after the sign-in, on the page that it was written on.
 * This tab alone keeps it, and only until it is back.
 */
function keepText() {
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

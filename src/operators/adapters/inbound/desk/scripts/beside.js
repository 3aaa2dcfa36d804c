/** Keeps My day marked in the bar for people who came from there. */
function lightDay() {
  document.querySelector('.bar nav [aria-current]')?.removeAttribute('aria-current');
  document.querySelector('.bar nav [href="/day"]')?.setAttribute('aria-current', 'page');
}

/**
 * Links a lead to the next and the previous one of the list that somebody came from, and to the list. The list
 * is as this tab last saw it: leads that were moved meanwhile keep their places.
 */
export function leadsBeside() {
  const leads = [...document.querySelectorAll('.leads .name, .turns .name')].map((link) =>
    link.getAttribute('href'),
  );
  const isList = ['/', '/day'].includes(location.pathname);
  if (isList)
    sessionStorage.setItem('list', JSON.stringify({ path: location.pathname + location.search, leads }));
  const nav = document.querySelector('[data-besides]');
  const list = JSON.parse(sessionStorage.getItem('list') ?? 'null');
  const at = list?.leads.indexOf(location.pathname) ?? -1;
  if (!nav || at < 0) return undefined;
  const [back, before, next] = nav.querySelectorAll('a');
  for (const [link, path] of [
    [before, list.leads[at - 1]],
    [next, list.leads[at + 1]],
  ])
    if (path) link.href = path;
    else link.hidden = true;
  back.href = list.path;
  if (list.path === '/day') lightDay();
  back.textContent = list.path.startsWith('/day') ? 'My day' : 'Inbox';
  back.addEventListener('click', () => {
    const id = decodeURIComponent(location.pathname.split('/').at(-1));
    sessionStorage.setItem('row', JSON.stringify([at, `lead-${id}`]));
  });
  nav.hidden = false;
  const then = document.querySelector('input[name=then]');
  if (then) then.value = list.leads[at + 1] ?? '';
  return { before, next };
}

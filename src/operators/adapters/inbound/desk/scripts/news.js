import { say } from './live.js';

/** Milliseconds between two questions for news. */
const ASKED_EVERY = 10_000;

/**
 * Reports how many leads came since the page was opened, how many follow-ups are due, whether the page's lead
 * was changed, and who else has it open.
 */
export function tellNews() {
  const news = document.querySelector('.news');
  if (!news) return;
  const { leads, lead, of, opened } = news.dataset;
  const title = document.title.replace(/^\(.*? due\) /, '');
  const due = document.querySelector('[data-due]');
  const here = document.querySelector('[data-here]');
  const query = new URLSearchParams(leads.split('?')[1]);
  query.set('opened', opened);
  if (lead) query.set('lead', lead);
  setInterval(async () => {
    if (document.visibilityState !== 'visible') return;
    const answer = await fetch(`/new-leads?${query}`, { headers: { accept: 'application/json' } }).catch(
      () => undefined,
    );
    if (answer?.status === 401) return tell('Your session has ended: ', 'sign in', location.href);
    if (!answer?.ok) return;
    const { count, more, due: nowDue, isChanged, here: others } = await answer.json();
    if (here && others !== undefined && here.textContent !== others) {
      here.textContent = others;
      if (others) say(others);
    }
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
    if (news.textContent === text + linkText) return; // it was said
    const link = document.createElement('a');
    link.href = address;
    link.textContent = linkText;
    news.replaceChildren(text, link);
    say(news.textContent);
  }
}

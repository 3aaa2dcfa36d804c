/** Draws the API description of the server that this page came from. */

const address = new URL('v1/openapi.json', location.href);
const base = new URL('.', address).href.replace(/\/$/, '');
const inSandbox = document.body.dataset.environment === 'sandbox';

/** The library has a dark mode, but leaves it to the page when to use it. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const dress = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', dress);
dress();

/** "Try it out" sends to this server only; the other servers are just listed. */
function forThisServer(description) {
  const others = description.servers.filter(({ url }) => new URL(url, address).href !== base);
  const told = others.map(({ url, description: name }) => `**${name}:** \`${url}\``).join('  \n');
  const { info } = description;
  return {
    ...description,
    info: told ? { ...info, description: `${told}\n\n${info.description}` } : info,
    servers: [{ url: base, description: inSandbox ? 'Sandbox' : 'Production' }],
  };
}

const answer = await fetch(address);
globalThis.SwaggerUIBundle({
  spec: forThisServer(await answer.json()),
  domNode: document.getElementById('reference'),
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  supportedSubmitMethods: inSandbox ? ['get', 'post'] : [], // a real customer's lead is no trial
  syntaxHighlight: { theme: 'obsidian' },
  validatorUrl: null,
});

/** The first link skips the guide and goes to the button for the key. */
document.querySelector('nav a').addEventListener('click', (event) => {
  const place = document.querySelector('.scheme-container');
  if (!place) return;
  event.preventDefault();
  place.scrollIntoView();
  place.querySelector('.authorize').focus({ preventScroll: true });
});

/** Draws the API description of the server that this page came from. */

const address = new URL('v1/openapi.json', location.href);
const base = new URL('.', address).href.replace(/\/$/, '');
const inSandbox = document.body.dataset.environment === 'sandbox';

/** The library has a dark mode, and leaves it to the page to switch it on. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const applyColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyColours);
applyColours();

/** Limits "Try it out" to this server. Other servers are listed below the title, in place of the guide. */
function forThisServer(description) {
  const others = description.servers.filter(({ url }) => new URL(url, address).href !== base);
  const list = others.map(({ url, description: name }) => `**${name}:** \`${url}\``).join('  \n');
  return {
    ...description,
    info: { ...description.info, description: list, version: document.body.dataset.version },
    servers: [{ url: base, description: inSandbox ? 'Sandbox' : 'Production' }],
    tags: description.tags.filter(({ name }) => name !== 'Events'), // a webhook, shown in its own part
  };
}

/**
 * Makes a plugin for the library that shows the guide below operations and webhooks. By default it stands above
 * them and fills a screen.
 */
const withGuideBelow = (guide) => () => ({
  wrapComponents: {
    Webhooks:
      (Webhooks, { React: { createElement, Fragment }, getComponent }) =>
      (props) => {
        const text = createElement(getComponent('Markdown', true), { source: guide });
        return createElement(
          Fragment,
          null,
          createElement(Webhooks, props),
          createElement('section', { id: 'guide', className: 'info' }, text),
        );
      },
  },
});

const description = await (await fetch(address)).json();
const ui = globalThis.SwaggerUIBundle({
  spec: forThisServer(description),
  plugins: [withGuideBelow(description.info.description)],
  domNode: document.getElementById('reference'),
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  onComplete: () => ui.layoutActions.show(['operations', 'Leads', 'createLead'], true), // with its example
  supportedSubmitMethods: inSandbox ? ['get', 'post'] : [], // a real customer's lead is no trial
  syntaxHighlight: { theme: 'obsidian' },
  validatorUrl: null,
});

/** The kinds of sources: each sends leads in another form than the API's own. */
export const sourceKinds = ['adf', 'google', 'form', 'json'] as const;
/** The kind of a source, by its name. */
export type SourceKind = (typeof sourceKinds)[number];

/** Senders that sign what they send, each in a way of its own. */
export const signers = ['typeform', 'webflow', 'callrail'] as const;
export type Signer = (typeof signers)[number];

/** A setting of a source that is for some kinds alone. */
export type KindSetting = 'thanks' | 'origins' | 'fields' | 'trap' | 'signed';

/** What is so of all sources of one kind. How they are received and read, their adapter says. */
interface KindRules {
  /** What it is, in words. */
  readonly words: string;
  /** What it is called in a sentence: see `kindsWith`. */
  readonly called: string;
  /** How it is set up, in words that follow `words`. */
  readonly setUp: string;
  /** Says what a source's sender has to enter where. It writes the secret as SECRET. */
  readonly enter: (
    url: string,
    source: { readonly id: string; readonly signed?: Signer | undefined },
  ) => string;
  readonly allows: readonly KindSetting[];
  /** Whether its address is public: it has no secret. */
  readonly isPublic: boolean;
  /** For how long the same text without an id of its sender's is the same lead. */
  readonly sameText: 'always' | 'one-day';
}

const withSecret = (url: string): string =>
  `${url} with SECRET as header x-api-key, as HTTP Basic’s password, or as ?key=SECRET.`;

/** Where senders that sign want the address and the secret. */
const signedBy: Readonly<Record<Signer, (url: string) => string>> = {
  typeform: (url) => `In Typeform, at Connect, Webhooks: Endpoint ${url}, Secret SECRET.`,
  webflow: (url) =>
    `In Webflow, a webhook for form_submission that its API makes: ${url}. It signs with SECRET.`,
  callrail: (url) =>
    `In CallRail, at Integrations, Webhooks: ${url} at Post-Call and Form Submission. SECRET is its signing key.`,
};

export const kindRules: Readonly<Record<SourceKind, KindRules>> = {
  adf: {
    words: 'ADF/XML, by post or mail',
    called: 'ADF',
    setUp: 'the sender enters the address and the secret, or a mail server hands messages on',
    enter: (url, { id }) =>
      `By post: ${withSecret(url)} By mail: let the mail server hand each message to “leads receive ${id}”.`,
    allows: [],
    isPublic: false,
    sameText: 'always',
  },
  google: {
    words: 'Google’s lead form',
    called: 'Google’s lead form',
    setUp: 'both are entered in Google Ads',
    enter: (url) => `In Google Ads, at the lead form: Webhook URL ${url}, Key SECRET.`,
    allows: [],
    isPublic: false,
    sameText: 'always',
  },
  form: {
    words: 'a form on a website',
    called: 'a form',
    setUp: 'its page posts to the address, without a secret',
    enter: (url) => `On the page: <form method="post" action="${url}">.`,
    allows: ['thanks', 'origins', 'fields', 'trap'],
    isPublic: true,
    sameText: 'one-day',
  },
  json: {
    words: 'JSON of form builders, call trackers and other programs',
    called: 'JSON',
    setUp: 'the sender enters both, or signs',
    enter: (url, { signed }) => (signed ? signedBy[signed](url) : `As webhook: ${withSecret(url)}`),
    allows: ['fields', 'signed'],
    isPublic: false,
    sameText: 'one-day',
  },
};

/** The kinds that allow a setting, as a sentence names them: `a form or JSON`. */
export const kindsWith = (setting: KindSetting): string =>
  sourceKinds
    .filter((kind) => kindRules[kind].allows.includes(setting))
    .map((kind) => kindRules[kind].called)
    .join(' or ');

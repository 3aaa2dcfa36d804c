import { InvalidConfig } from './read-config.ts';
import { IncompleteStore } from './store.ts';

/** An error of Node in listening. */
type ListenError = NodeJS.ErrnoException & { readonly port?: number };

/** The codes of errors in listening that mean: the host is not an address of this machine. */
const noSuchHost = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND']);

/** How to say why a port cannot be listened on. */
interface Words {
  readonly noHost: string;
  readonly taken: string;
  readonly notAllowed: string;
}

/** What the error says in words, or `undefined` if it is another error. */
function inWords({ code }: ListenError, words: Words): string | undefined {
  if (noSuchHost.has(code)) return words.noHost;
  if (code === 'EADDRINUSE') return words.taken;
  return code === 'EACCES' ? words.notAllowed : undefined;
}

/** What to throw if what listens beside the API, on a port of its own, cannot. */
export function cannotListen(what: 'DESK' | 'METRICS', port: number, error: ListenError): unknown {
  const said = inWords(error, {
    noHost: `${what}_HOST is not an address of this machine`,
    taken: `${what}_PORT cannot be used: ${port} is taken. Choose another, or 0 for any free one`,
    notAllowed: `${what}_PORT cannot be used: this user may not use ${port}. Choose one above 1023`,
  });
  return said ? new InvalidConfig(said) : error;
}

/** What to tell whoever starts a process that cannot. Throws what nobody expected. */
export function reasonNotToStart(error: unknown): string {
  if (error instanceof InvalidConfig) return `Fix these settings first:\n${error.message}`;
  if (error instanceof IncompleteStore) return error.message;
  const { port } = error as ListenError;
  const said = inWords(error as ListenError, {
    noHost: 'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for every interface.',
    taken: `Port ${port} is taken. Choose another with PORT=${port === 3100 ? 3200 : 3100}, or PORT=0 for any free one.`,
    notAllowed: `This user may not use port ${port}. Choose one above 1023, such as PORT=3000.`,
  });
  if (said) return said;
  throw error;
}

import { InvalidConfig } from './read-config.ts';
import { IncompleteStore, UnusableStore } from './store.ts';

/** Node's error when a port cannot be listened on. */
type ListenError = NodeJS.ErrnoException & { readonly port?: number };

/** Error codes that mean: the host is not an address of this machine. */
const noSuchHost = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND']);

/** The words for each reason why a port cannot be used. */
interface Words {
  readonly noHost: string;
  readonly taken: string;
  readonly notAllowed: string;
  /** Node was started with `--permission` alone. */
  readonly noPermission: string;
}

/** The error in words; `undefined` for any other error. */
function inWords({ code }: ListenError, words: Words): string | undefined {
  if (noSuchHost.has(code)) return words.noHost;
  if (code === 'EADDRINUSE') return words.taken;
  if (code === 'ERR_ACCESS_DENIED') return words.noPermission;
  return code === 'EACCES' ? words.notAllowed : undefined;
}

/** The error to throw if a port beside the API's, such as the desk's, cannot be listened on. */
export function cannotListen(what: 'DESK' | 'METRICS', port: number, error: ListenError): unknown {
  const said = inWords(error, {
    noHost: `${what}_HOST is not an address of this machine`,
    taken: `${what}_PORT cannot be used: ${port} is taken. Choose another, or 0 for any free one`,
    noPermission: `${what}_PORT cannot be used: node --permission also needs --allow-net`,
    notAllowed: `${what}_PORT cannot be used: this user may not use ${port}. Choose one above 1023`,
  });
  return said ? new InvalidConfig(said) : error;
}

/** The message for the person whose process cannot start. Throws unexpected errors. */
export function reasonNotToStart(error: unknown): string {
  if (error instanceof InvalidConfig) return `Fix these settings first:\n${error.message}`;
  if (error instanceof IncompleteStore || error instanceof UnusableStore) return error.message;
  const { port } = error as ListenError;
  const said = inWords(error as ListenError, {
    noHost: 'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for every interface.',
    taken: `Port ${port} is taken. Choose another with PORT=${port === 3100 ? 3200 : 3100}, or PORT=0 for any free one.`,
    noPermission: 'This process may not listen: node --permission also needs --allow-net.',
    notAllowed: `This user may not use port ${port}. Choose one above 1023, such as PORT=3000.`,
  });
  if (said) return said;
  throw error;
}

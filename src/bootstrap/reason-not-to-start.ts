import { InvalidConfig } from './config.ts';
import { noSuchHost } from './no-such-host.ts';
import { IncompleteStore } from './store.ts';

/** What to tell whoever starts a server that cannot. Throws what nobody expected. */
export function reasonNotToStart(error: unknown): string {
  if (error instanceof InvalidConfig) return `Fix these settings first:\n${error.message}`;
  if (error instanceof IncompleteStore) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Choose another with PORT=${port === 3100 ? 3200 : 3100}, or PORT=0 for any free one.`;
  if (code === 'EACCES')
    return `This user may not use port ${port}. Choose one above 1023, such as PORT=3000.`;
  if (noSuchHost.has(code))
    return 'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for every interface.';
  throw error;
}

import { makeLeadApp } from '../../adapters/inbound/koa/lead-app.ts';
import { type LeadServer, serve } from '../../adapters/inbound/node-http/serve.ts';
import { pageFiles } from '../../adapters/inbound/reference-page/page-files.ts';
import { referencePage } from '../../adapters/inbound/reference-page/reference-page.ts';
import type { Composed } from '../part.ts';
import { tokens } from '../tokens.ts';
import { version } from '../version.ts';

interface ServedApi extends LeadServer {
  /** The address of the reference page; `undefined` if the page is not built in. */
  readonly docsUrl: string | undefined;
}

/** Serves vendors on the host and port of the settings. */
export async function serveApi({ container, config, drainTime }: Composed): Promise<ServedApi> {
  const api = container.get(tokens.httpApi);
  const reference = pageFiles(config.APP_ENV, version);
  const server = await serve(makeLeadApp(api, ...(reference ? [referencePage(reference)] : [])), {
    api,
    ...(config.AWS_LAMBDA_HTTP_ENDPOINT ?? { host: config.HOST, port: config.PORT }),
    drainTime,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    keepAliveTimeout: config.KEEP_ALIVE_TIMEOUT_MS,
    skipEmptyBodies: true,
    warn: container.get(tokens.journal).warn,
  });
  return { ...server, docsUrl: reference && `${server.url}/docs` };
}

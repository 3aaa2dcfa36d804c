/** `partner-lead-service/koa`: mount the service in your own Koa application, or serve it. */

import { serve as serveApp } from '../adapters/inbound/node-http/serve.ts';
import { requireMethods } from './require-methods.ts';

export { makeLeadApp } from '../adapters/inbound/koa/lead-app.ts';
export type { LeadServer, ServeOptions } from '../adapters/inbound/node-http/serve.ts';
export { type BaseUrls, createHttpApi, type HttpApi, type HttpOptions, LineJournal } from './http.ts';

/**
 * Serves a Koa application, or any listener for requests of Node's own server, with limits and a graceful end. Rejects
 * if the port is taken or not permitted.
 */
export const serve: typeof serveApp = async (app, options) => {
  requireMethods('api', options.api, 'refuse', 'drain');
  return serveApp(app, options);
};

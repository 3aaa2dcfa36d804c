/** `partner-lead-service/koa`: mount the service in your own Koa application, or serve it. */

import { serve as serveApp } from '../adapters/inbound/node-http/serve.ts';
import { requireMethods } from './require-methods.ts';

export { makeLeadApp } from '../adapters/inbound/koa/lead-app.ts';
export type { LeadServer, ServeOptions } from '../adapters/inbound/node-http/serve.ts';
export { type BaseUrls, createHttpApi, type HttpOptions } from './http.ts';

export const serve: typeof serveApp = async (app, options) => {
  requireMethods('api', options.api, 'refuse', 'drain');
  return serveApp(app, options);
};

/** `partner-lead-service/koa`: mount the service in your own Koa application, or serve it. */

import { makeLeadApp as makeApp } from '../adapters/inbound/koa/lead-app.ts';
import { serve as serveApp } from '../adapters/inbound/node-http/serve.ts';
import { requireCounts } from './require-counts.ts';
import { requireMethods } from './require-methods.ts';

export type { LeadServer, ServeOptions } from '../adapters/inbound/node-http/serve.ts';
export { type BaseUrls, createHttpApi, type HttpApi, type HttpOptions, LineJournal } from './http.ts';

/**
 * Makes the service a Koa application. Listen with `serve`, or mount it in your own application. `pages` handle
 * paths that are not the service's. Throws TypeError if `api` is not an `HttpApi`.
 */
export const makeLeadApp: typeof makeApp = (api, ...pages) => {
  requireMethods('api', api, 'handle', 'refuse', 'drain');
  return makeApp(api, ...pages);
};

/**
 * Serves a Koa application, or any listener for requests of Node's own server, with limits and a graceful end. Rejects
 * if the port is taken or not permitted, and with a TypeError for an option that is out of range.
 */
export const serve: typeof serveApp = async (app, options) => {
  const { api, requestTimeout, responseTimeout, keepAliveTimeout, drainTime, maxConnections } = options;
  requireMethods('api', api, 'refuse', 'drain');
  requireCounts({ requestTimeout, responseTimeout, keepAliveTimeout, drainTime, maxConnections });
  return serveApp(app, options);
};

/** `partner-lead-service/koa`: mount the service in your own Koa application, or serve it. */

export { makeLeadApp } from '../adapters/inbound/koa/lead-app.ts';
export { type LeadServer, type ServeOptions, serve } from '../adapters/inbound/node-http/serve.ts';
export { type BaseUrls, createHttpApi, type HttpOptions } from './http.ts';

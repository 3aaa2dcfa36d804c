// Optional: spans of every request and every database command, sent by OpenTelemetry. See docs/observe.md.
// Its packages are not dependencies of the service; they are installed alongside.
import { register } from 'node:module';

register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);

const { HttpInstrumentation } = await import('@opentelemetry/instrumentation-http');
const { MongoDBInstrumentation } = await import('@opentelemetry/instrumentation-mongodb');
const { NodeSDK } = await import('@opentelemetry/sdk-node');

const withheld = {
  'url.path': undefined,
  'url.query': undefined,
  'client.address': undefined,
  'network.peer.address': undefined,
  'user_agent.original': undefined,
};

const sdk = new NodeSDK({
  serviceName: process.env.OTEL_SERVICE_NAME ?? 'partner-lead-service',
  instrumentations: [
    new HttpInstrumentation({
      ignoreIncomingRequestHook: ({ url }) => /^\/(healthz|readyz|metrics)(\?|$)/.test(url),
      // Addresses and whatever was sent as a path can identify people.
      startIncomingSpanHook: () => withheld,
    }),
    // A command's text holds customers' data, so none is recorded.
    new MongoDBInstrumentation({ enhancedDatabaseReporting: false, dbStatementSerializer: () => '' }),
  ],
});
sdk.start();
// After the last answer: the service ends by itself, and this sends the remaining spans.
process.once('beforeExit', () => sdk.shutdown().catch(() => {}));

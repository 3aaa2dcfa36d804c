/** Who may import whom, and why. The tests run these rules and plant a violation of each kind. */

const rooms = {
  domain: '^src/domain/',
  application: '^src/(domain|application)/',
  http: '^src/(domain|application|adapters/inbound/http)/',
};
const external = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'];

/** What may come from outside the source tree, by package name; Node's own modules as `node:…`. */
const packages = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;

/** @type {{ forbidden: import('dependency-cruiser').IForbiddenRuleType[], options: import('dependency-cruiser').ICruiseOptions }} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle has no top from which to read it.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-imports-itself-alone',
      comment: 'The rules of leads outlive every framework and every use of them.',
      severity: 'error',
      from: { path: rooms.domain },
      to: { pathNot: rooms.domain },
    },
    {
      name: 'application-imports-the-domain',
      comment: 'A use case knows ports, never who stands behind them.',
      severity: 'error',
      from: { path: '^src/application/' },
      to: { pathNot: rooms.application },
    },
    {
      name: 'http-knows-no-framework',
      comment: 'Every runtime gives the same answers because none of them decides any.',
      severity: 'error',
      from: { path: '^src/adapters/inbound/http/' },
      to: { pathNot: [rooms.http, packages('valibot')] },
    },
    {
      name: 'an-inbound-adapter-knows-http-or-the-application',
      comment: 'An adapter translates; what it translates to is public.',
      severity: 'error',
      from: { path: '^src/adapters/inbound/(koa|lambda|cli)/' },
      to: { path: '^src/', pathNot: [rooms.http, '^src/adapters/inbound/$1/'] },
    },
    {
      name: 'an-inbound-adapter-keeps-to-its-framework',
      comment: 'Two runtimes that share a framework would be one.',
      severity: 'error',
      from: { path: '^src/adapters/inbound/(koa|lambda|cli)/' },
      to: {
        dependencyTypes: external,
        pathNot: packages('koa', '@koa/router', 'commander', '@types/[a-z_-]+'),
      },
    },
    {
      name: 'inbound-and-outbound-never-meet',
      comment: 'They meet in a use case, or in the composition root.',
      severity: 'error',
      from: { path: '^src/adapters/inbound/' },
      to: { path: '^src/adapters/outbound/' },
    },
    {
      name: 'outbound-and-inbound-never-meet',
      comment: 'They meet in a use case, or in the composition root.',
      severity: 'error',
      from: { path: '^src/adapters/outbound/' },
      to: { path: '^src/adapters/inbound/' },
    },
    {
      name: 'an-outbound-adapter-keeps-to-itself',
      comment: 'Each can be thrown out without asking another.',
      severity: 'error',
      from: { path: '^src/adapters/outbound/([^/]+)/' },
      to: { path: '^src/', pathNot: ['^src/(domain|application)/', '^src/adapters/outbound/$1/'] },
    },
    {
      name: 'nobody-imports-the-composition-root',
      comment: 'Whoever could reach the container could ask it for anything.',
      severity: 'error',
      from: { pathNot: '^src/bootstrap/' },
      to: { path: '^src/bootstrap/' },
    },
    {
      name: 'inversify-lives-in-bootstrap',
      comment: 'Composing by hand has to stay possible everywhere else.',
      severity: 'error',
      from: { pathNot: '^src/bootstrap/' },
      to: { path: packages('inversify', 'reflect-metadata') },
    },
    {
      name: 'the-driver-lives-in-its-adapter',
      comment: 'Another database is another adapter, and nothing else.',
      severity: 'error',
      from: { pathNot: '^src/adapters/outbound/mongodb/' },
      to: { path: packages('mongodb', 'bson') },
    },
    {
      name: 'the-library-is-for-others',
      comment: 'It shows what there is, and holds nothing that the service itself needs.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/library/' },
      to: { path: '^src/library/' },
    },
    {
      name: 'the-core-of-the-library-is-free',
      comment: 'Who takes the use cases alone loads no framework, no driver and no schema.',
      severity: 'error',
      from: { path: '^src/library/(index|lead-service)' },
      to: {
        path: packages(
          'koa',
          '@koa/router',
          'mongodb',
          'valibot',
          'pino',
          'prom-client',
          'inversify',
          'vitest',
        ),
        reachable: true,
      },
    },
    {
      name: 'lambda-starts-light',
      comment: 'Whatever a function loads is loaded at every cold start.',
      severity: 'error',
      from: { path: '^src/bootstrap/lambda' },
      to: { path: packages('koa', '@koa/router', 'pino', 'prom-client', 'commander'), reachable: true },
    },
    {
      name: 'conformance-judges-from-outside',
      comment: 'A judge who took the rules from the service would find them kept.',
      severity: 'error',
      from: { path: '^src/conformance/' },
      to: { path: '^src/', pathNot: '^src/conformance/' },
    },
    {
      name: 'test-suites-are-for-tests',
      comment: 'A server that loads them would need a test framework to run.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(testing/|library/testing)' },
      to: { path: ['^src/testing/', packages('vitest')] },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that cannot be followed cannot be judged.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};

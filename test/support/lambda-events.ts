import type { SentHeaders, SentRequest } from './http-target.ts';

/** Events as AWS documents them, reduced to what differs between their senders. */

const context = { accountId: '123456789012', apiId: 'example', requestId: 'id', stage: '$default' };
const domainName = 'example.execute-api.us-east-1.amazonaws.com';

/** An HTTP API passes the path on decoded, and cut off at a decoded `?`; the others as it was sent. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path).split('?')[0] ?? '';
  } catch {
    return path;
  }
}

interface Parts {
  readonly path: string;
  readonly query: string;
  readonly headers: SentHeaders;
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
}

/** JSON arrives as text, whatever it is; another body in base64, as does every one if the sender is configured so. */
function partsOf({ path, headers = {}, body }: SentRequest, binary: boolean): Parts {
  const [bare = '', query = ''] = path.split('?');
  const bytes = Buffer.from(body ?? '');
  const isJson = linesOf(headers['content-type'] ?? '')[0]?.startsWith('application/json');
  const isBase64Encoded = body !== undefined && (binary || (typeof body !== 'string' && !isJson));
  return {
    path: bare,
    query,
    headers: {
      host: domainName,
      ...(body !== undefined && { 'content-length': `${bytes.length}` }),
      ...headers,
    },
    body: body === undefined ? null : bytes.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
}

const linesOf = (value: string | readonly string[]) => (typeof value === 'string' ? [value] : value);
const mapped = <T>(headers: SentHeaders, change: (lines: readonly string[]) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(linesOf(value))]));

const lists = (headers: SentHeaders) => mapped(headers, (lines) => lines);
const joined = (headers: SentHeaders) => mapped(headers, (lines) => lines.join(','));
const last = (headers: SentHeaders) => mapped(headers, (lines) => lines.at(-1));

/** Parameters by name, as a gateway decodes them. */
const parametersOf = (query: string) => Object.fromEntries(new URLSearchParams(query));
const listsOf = (query: string) =>
  Object.fromEntries(Object.entries(parametersOf(query)).map(([name, value]) => [name, [value]]));

const proxied = (httpMethod: string, { path, query, headers, body, isBase64Encoded }: Parts) => ({
  resource: '/{proxy+}',
  path,
  httpMethod,
  headers: last(headers),
  multiValueHeaders: lists(headers),
  queryStringParameters: query ? parametersOf(query) : null,
  pathParameters: { proxy: path.slice(1) },
  stageVariables: null,
  requestContext: { ...context, path, httpMethod, resourcePath: '/{proxy+}' },
  body,
  isBase64Encoded,
});

const loadBalanced = (
  httpMethod: string,
  { path, body, isBase64Encoded }: Pick<Parts, 'path' | 'body' | 'isBase64Encoded'>,
) => ({
  requestContext: {
    elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:us-east-1:123456789012:targetgroup/leads/0' },
  },
  httpMethod,
  path,
  body: body ?? '',
  isBase64Encoded,
});

const inTrainCase = (headers: SentHeaders): SentHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      value,
    ]),
  );

export const eventsOf = {
  'HTTP API (2.0)': (sent: SentRequest, binary = false) => {
    const { query, headers, body, isBase64Encoded, ...asSent } = partsOf(sent, binary);
    const path = decoded(asSent.path);
    return {
      version: '2.0',
      routeKey: '$default',
      rawPath: path,
      rawQueryString: query,
      headers: joined(headers),
      requestContext: {
        ...context,
        domainName,
        http: { method: sent.method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' },
      },
      ...(body !== null && { body }),
      isBase64Encoded,
    };
  },

  'HTTP API (1.0)': (sent: SentRequest, binary = false) => {
    const { path, headers, ...parts } = partsOf(sent, binary);
    return { version: '1.0', ...proxied(sent.method, { ...parts, path: decoded(path), headers }) };
  },

  'Function URL': (sent: SentRequest, binary = false) => {
    const { path, query, headers, body, isBase64Encoded } = partsOf(sent, binary);
    return {
      version: '2.0',
      rawPath: path,
      rawQueryString: query,
      cookies: [],
      headers: joined(headers),
      requestContext: {
        ...context,
        domainName: 'example.lambda-url.us-east-1.on.aws',
        http: { method: sent.method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' },
      },
      ...(body !== null && { body }),
      isBase64Encoded,
    };
  },

  'REST API': (sent: SentRequest, binary = false) => {
    const { headers, ...parts } = partsOf(sent, binary);
    return proxied(sent.method, { ...parts, headers: inTrainCase(headers) });
  },

  'Application Load Balancer': (sent: SentRequest, binary = false) => {
    const { headers, ...parts } = partsOf(sent, binary);
    return {
      ...loadBalanced(sent.method, parts),
      queryStringParameters: parametersOf(parts.query),
      headers: last(headers),
    };
  },

  'Application Load Balancer, multi-value headers': (sent: SentRequest, binary = false) => {
    const { headers, ...parts } = partsOf(sent, binary);
    return {
      ...loadBalanced(sent.method, parts),
      multiValueQueryStringParameters: listsOf(parts.query),
      multiValueHeaders: lists(headers),
    };
  },
} as const satisfies Record<string, (sent: SentRequest, binary?: boolean) => object>;

/** Whether such an event has no more trace of what was encoded: it tells no encoded slash from a slash. */
export const pathsArriveDecoded = (shape: EventShape): boolean => shape.startsWith('HTTP API');

/** A load balancer without multi-value headers passes on only one. */
export const lastLineArrives = (shape: EventShape): boolean => shape === 'Application Load Balancer';

/** Whether the path in such an event still tells what was encoded in it from what was not. */
export const pathSurvives = (path: string, shape: EventShape): boolean =>
  !pathsArriveDecoded(shape) || !/%(?:2f|3f)/i.test(path);

export type EventShape = keyof typeof eventsOf;
export const shapes = Object.keys(eventsOf) as EventShape[];

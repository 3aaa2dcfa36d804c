/** The parts of an event that the service reads, whatever sent it, named as in AWS's documentation. */

interface Sent {
  readonly headers?: Headers | null | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

type Headers = Readonly<Record<string, string | undefined>>;
type MultiValueHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** HTTP API with payload format 2.0, and Function URL. */
interface EventV2 extends Sent {
  readonly rawPath: string;
  readonly rawQueryString?: string | undefined;
  readonly requestContext: { readonly domainName?: string; readonly http: { readonly method: string } };
}

/** REST API, HTTP API with payload format 1.0, and Application Load Balancer. */
interface EventV1 extends Sent {
  /** `1.0` from an HTTP API only. */
  readonly version?: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly queryStringParameters?: Headers | null | undefined;
  /** Instead, from a load balancer whose target group has them switched on. */
  readonly multiValueQueryStringParameters?: MultiValueHeaders | null | undefined;
  /** Beside `headers`, or instead of them if a load balancer's target group has them switched on. */
  readonly multiValueHeaders?: MultiValueHeaders | null | undefined;
}

export type HttpEvent = EventV2 | EventV1;

export const isV2 = (event: HttpEvent): event is EventV2 => (event as EventV2).rawPath !== undefined;

/** Of all senders, an HTTP API alone decodes the path. */
export const isPathDecoded = (event: HttpEvent): boolean =>
  isV2(event) ? !event.requestContext.domainName?.includes('.lambda-url.') : event.version === '1.0';

/** A load balancer that sent the headers as lists, and expects lists in the response. */
export const wantsMultiValueHeaders = (event: EventV1): boolean =>
  !event.headers && !!event.multiValueHeaders;

/**
 * Throws TypeError for what is not an HTTP event (one from a timer or a queue has no path and method), or was made by
 * hand with an object as its body.
 */
export function asHttpEvent(event: unknown): HttpEvent {
  const sent = (event ?? {}) as HttpEvent;
  const [path, method] = isV2(sent)
    ? [sent.rawPath, sent.requestContext?.http?.method]
    : [sent.path, sent.httpMethod];
  if (typeof path !== 'string' || typeof method !== 'string')
    throw new TypeError(
      'This function handles events from API Gateway, an Application Load Balancer or a Function URL; this event is none of these.',
    );
  if (typeof (sent.body ?? '') !== 'string')
    throw new TypeError('The body of an event is a string: JSON goes into it as JSON.stringify makes it.');
  return sent;
}

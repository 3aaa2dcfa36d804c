/** The parts of an event that the service reads, from any sender, named as in AWS's documentation. */

interface Sent {
  readonly headers?: Headers | null | undefined;
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
}

type Headers = Readonly<Record<string, string | undefined>>;
type MultiValueHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** An event of an HTTP API with payload format 2.0, or of a Function URL. */
interface EventV2 extends Sent {
  readonly rawPath: string;
  readonly rawQueryString?: string | undefined;
  readonly requestContext: { readonly domainName?: string; readonly http: { readonly method: string } };
}

/** An event of a REST API, an HTTP API with payload format 1.0, or an Application Load Balancer. */
interface EventV1 extends Sent {
  /** `1.0` in events of an HTTP API; others have none. */
  readonly version?: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly queryStringParameters?: Headers | null | undefined;
  /** The query's parameters as lists, from a load balancer whose target group sends lists. */
  readonly multiValueQueryStringParameters?: MultiValueHeaders | null | undefined;
  /** Set beside `headers`; or in their place, if a load balancer's target group sends lists. */
  readonly multiValueHeaders?: MultiValueHeaders | null | undefined;
}

export type HttpEvent = EventV2 | EventV1;

export const isV2 = (event: HttpEvent): event is EventV2 => (event as EventV2).rawPath !== undefined;

/** Whether the sender has decoded the path: only an HTTP API does. */
export const isPathDecoded = (event: HttpEvent): boolean =>
  isV2(event) ? !event.requestContext.domainName?.includes('.lambda-url.') : event.version === '1.0';

/** Whether a load balancer sent the headers as lists, and expects lists in the response. */
export const wantsMultiValueHeaders = (event: EventV1): boolean =>
  !event.headers && !!event.multiValueHeaders;

/**
 * Checks that an event is an HTTP event. Throws TypeError for others (those of a timer or queue have no path
 * and method), and for one that was written by hand with an object as its body.
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

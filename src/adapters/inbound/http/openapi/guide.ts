import { BODY_LIMIT, HEADERS_LIMIT, VALUES_LIMIT } from '../http-error.ts';

/** The introduction to the API description for vendors, in Markdown. */
export const guide = `
Every response is a JSON envelope: \`statusCode\` repeats the HTTP status, and \`body\` holds the result or, if the request is refused, a \`message\` and (except in a 404) a short \`error\` label.
Work in the sandbox first, and use production when ready.

## Keys
Every request carries your API key in the header \`x-api-key\`; your contact at the operator issues it. A missing or invalid key gets 403, whatever else is in the request.
If your key expires, responses carry \`Api-Key-Expires\` with the date: ask for a new key before it. When a key is replaced, both work until then.

## Sending a lead safely
Send an \`Idempotency-Key\` of your own (1 to 255 printable ASCII characters without a comma; your id of the lead will do) with each lead, the same for each try. If you get no response, or 408, 429 or a 5xx, send the same lead with the same key again after 1, 2, 4 …
seconds, and not before \`Retry-After\` says. It stays one lead: if an earlier attempt was stored, you get its \`leadId\`, marked \`Idempotent-Replayed: true\`. The same key with different content gets 422. The content of the lead counts, not the order of its fields: keep what you sent, and send exactly that again.
Those of different vendors do not collide. An \`Idempotency-Key\` works for as long as its lead is stored. A lead sent without one is always a new lead. A lead cannot be changed once it has been sent: ask the operator, or send a new one.

## The life of a lead
It starts \`In Progress\`, may become \`Quoted\` or \`Evaluation Scheduled\`, and ends as \`Won\` or \`Lost\`, unless the operator reopens it. Ask your contact at the operator for a webhook: it is told within seconds (see Webhooks below). Or poll, at most once an hour for each open lead.
A customer is recognised by email or, failing that, by phone. Missing details are filled in; existing ones are never overwritten. Each lead stays separate.

## How requests are read
Names are case-sensitive, unknown fields are ignored, \`null\` means absent, nothing is coerced: a number where text belongs is refused. If you have no email (or no phone), omit the field: an empty one is refused even if the other is valid. Surrounding white space is trimmed from every field except \`lead_notes\`, and counts in no length; lengths are in Unicode characters.
The body is one JSON object in UTF-8, at most ${BODY_LIMIT / 1024} KiB with at most ${VALUES_LIMIT} fields and elements, without a Content-Encoding; a byte order mark is ignored, and of fields with the same name the last counts.
A request is refused for the first of these that is wrong: key, request quota, path, method, Content-Encoding, Content-Type, size, JSON, fields, \`Idempotency-Key\`.
A header sent twice with the same value counts once. Different values: \`x-api-key\` 403, \`Idempotency-Key\` 400, \`Content-Type\` 415 unless both are \`application/json\`.
A request that is not valid HTTP, or has an unknown method, gets 400, one that does not arrive completely in time 408, and headers of more than about ${HEADERS_LIMIT / 1024} KiB or 1,000 fields get 431, in the same envelope.

## The sandbox
In the sandbox, leads with these addresses behave as follows:

| \`email\` | |
|---|---|
| \`quoted@sandbox.test\`, \`evaluation-scheduled@…\`, \`won@…\`, \`lost@…\` | are returned with that status |
| \`walks@sandbox.test\` | is \`Quoted\` after three seconds and \`Won\` after six, with their events |
| \`error@sandbox.test\` | gets a 500; nothing is stored |
| \`slow@sandbox.test\` | is answered after six seconds |
| \`lost-answer@sandbox.test\` | is stored, but the connection breaks (behind AWS Lambda, a 5xx of the gateway): test your retry with an \`Idempotency-Key\` |

In production they are ordinary addresses. In the sandbox, \`Sandbox-Ignored\` names the fields of a lead that nobody reads, such as a misspelt one.

## Changes
v1 only grows: fields and headers may be added without notice. The end of an operation or a field is announced 180 days in advance, in the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594).
`.trim();

/** What a vendor reads first. Markdown. */
export const guide = `
Every response is a JSON envelope: \`statusCode\` repeats the HTTP status, and \`body\` holds the result, or a \`message\` with, except in a 404, an \`error\` label.
Work in the sandbox first, and use production when ready.

## Keys
Every request carries your API key in the header \`x-api-key\`; your contact at the operator issues it. A missing or invalid key gets 403, whatever else is in the request.
When a key is replaced, both work for a while, and responses to the old one carry \`Api-Key-Expires\`.

## Sending a lead safely
Send an \`Idempotency-Key\` of your own (1 to 255 printable ASCII characters; a UUID will do) with each lead. If you get no response, or 408, 429 or a 5xx, send the same lead with the same key again after 1, 2, 4 …
seconds: you get the first \`leadId\`, marked \`Idempotent-Replayed: true\`, and the lead exists once. The same key with different content gets 422. The content of the lead counts, not the order of its fields.
Another vendor may use the same \`Idempotency-Key\`. It works for as long as the lead is kept. Without one, each submission creates a separate lead. A lead cannot be changed after it was sent: ask the operator, or send a new one.

## The life of a lead
It starts \`In Progress\`, may become \`Quoted\` or \`Evaluation Scheduled\`, and ends as \`Won\` or \`Lost\`, unless the operator reopens it. There are no callbacks: poll as often as you need, within your request quota if you have one.
A customer is recognised by email, else by phone; blank details are filled in, and none are overwritten. Each lead stays separate.

## How requests are read
Names are case-sensitive, unknown fields are ignored, \`null\` means absent, nothing is coerced: a number where text belongs is refused. Leave out an empty \`email\` or \`phone\`: beside the other, \`""\` is refused. Surrounding white space of one-line fields is trimmed. Lengths count Unicode characters.
The body is one JSON object in UTF-8, at most 640 KiB, without a Content-Encoding; a byte order mark is ignored, and of fields with the same name the last counts.
A request is refused for the first of these that is wrong: key, path, method, Content-Encoding, Content-Type, size, JSON, fields, \`Idempotency-Key\`.
A request that is not valid HTTP gets 400, and headers of more than 16 KiB get 431, in the same envelope.

## The sandbox
In the sandbox, leads with these addresses behave as follows:

| \`email\` | |
|---|---|
| \`quoted@sandbox.test\`, \`evaluation-scheduled@…\`, \`won@…\`, \`lost@…\` | are returned with that status |
| \`error@sandbox.test\` | gets a 500; nothing is kept |
| \`slow@sandbox.test\` | is answered after six seconds |
| \`lost-answer@sandbox.test\` | is kept, but the connection breaks (behind AWS Lambda, a 5xx of the gateway): test your retry with an \`Idempotency-Key\` |

In production they are ordinary addresses.

## Changes
v1 only grows: fields and headers may be added, none are removed. The end of an operation is announced 180 days in advance, in the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594).
`.trim();

/** What a vendor reads first. Markdown. */
export const guide = `
Every answer is a JSON envelope: \`statusCode\` says the HTTP status again, \`body\` holds the result, or an \`error\` label and a \`message\`.
Work in the sandbox first, and use production when ready.

## Keys
Every request carries your API key in the header \`x-api-key\`; your contact at the operator issues it. A missing or invalid key gets 403 whatever else the request says.
When a key is replaced, both work for a while, and answers to the old one carry \`Api-Key-Expires\`.

## Sending a lead safely
Send an \`Idempotency-Key\` of your own (1 to 255 printable ASCII characters; a UUID will do) with each lead. If no answer comes, or 408, 429 or a 5xx, send the same lead with the same key again, after 1, 2, 4 …
seconds: you get the first \`leadId\`, marked \`Idempotent-Replayed: true\`, and the lead exists once. The same key with other content gets 422. What counts is what the lead says, not the order of its fields.
Without a key, each submission makes a lead of its own.

## What becomes of a lead
It starts \`In Progress\`, may become \`Quoted\` or \`Evaluation Scheduled\`, and ends \`Won\` or \`Lost\`. There are no callbacks: ask as often as you need.
A customer is known again by email, else by phone; blank details are filled, none is overwritten. Each lead stays a lead of its own.

## Rules of reading
Names are case-sensitive, unknown fields are ignored, \`null\` means absent, nothing is coerced: a number where text belongs is refused. Surrounding white space of one-line fields is trimmed. Lengths count Unicode characters.
The body is one JSON object in UTF-8, at most 640 KiB, without a Content-Encoding.
What is no HTTP request as it stands gets 400, and headers of more than 16 KiB get 431, in the same envelope.

## The sandbox
There, leads with these addresses behave as chosen:

| \`email\` | |
|---|---|
| \`quoted@sandbox.test\`, \`evaluation-scheduled@…\`, \`won@…\`, \`lost@…\` | read back in that status |
| \`error@sandbox.test\` | gets a 500, and nothing is kept |
| \`slow@sandbox.test\` | is answered after six seconds |
| \`lost-answer@sandbox.test\` | is kept, and the connection breaks: try your retry with an \`Idempotency-Key\` |

In production they are ordinary addresses.

## Changes
v1 only grows: fields and headers may be added, none is taken away. An operation that is to end is announced 180 days before, in the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594).
`.trim();

/** Only the limiter in use, instead of the package's index, which covers a score of databases. */
// @ts-expect-error the package declares types only for its index
export { default as RateLimiterMemory } from '../../node_modules/rate-limiter-flexible/lib/RateLimiterMemory.js';
// @ts-expect-error
export { default as RateLimiterRes } from '../../node_modules/rate-limiter-flexible/lib/RateLimiterRes.js';

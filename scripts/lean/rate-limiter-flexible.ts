/** The one limiter in use, in place of the package's index of a score of databases. */
// @ts-expect-error the package declares types for its index alone
export { default as RateLimiterMemory } from '../../node_modules/rate-limiter-flexible/lib/RateLimiterMemory.js';
// @ts-expect-error
export { default as RateLimiterRes } from '../../node_modules/rate-limiter-flexible/lib/RateLimiterRes.js';

/** The Retry-After header, in seconds (RFC 9110, 10.2.3). */
export const retryAfter = (seconds = 5): string => String(Math.max(1, Math.ceil(seconds)));

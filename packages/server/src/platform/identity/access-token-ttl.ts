/** Seconds. Source: security requirements §4. */
export const accessTokenTtlSeconds = 3600;

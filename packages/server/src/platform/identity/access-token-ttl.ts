/** Seconds. Source: security requirements §4. */
export const accessTokenLifeSeconds = 3600;

/** The hosted pages that mails lead to: unlike the others they open without a sign-in under way. Source: screens, §5. */
export const recoveryPaths = { forgot: "/hosted/forgot", reset: "/hosted/reset" } as const;

/** Says for which app they were asked for, so that they know the way back. */
export const appParameter = "app";
/** Holds the token of a mail. */
export const recoveryTokenParameter = "token";

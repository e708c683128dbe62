/** Modules for few pages, loaded on demand. */

export { authentication, factors, memberSessions, passkeys, recovery, securityEvents } from "@porchlight/client/auth";
export { newsletter } from "@porchlight/client/blog";
export { account } from "@porchlight/client/members";
export { redirects } from "@porchlight/client/redirects";

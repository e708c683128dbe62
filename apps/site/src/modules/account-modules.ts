/** Modules for few pages, loaded on demand. */

export { authentication, factors, memberSessions, passkeys, recovery, securityEvents } from "@porchlight/client/auth";
export { account } from "@porchlight/client/members";
export { redirects } from "@porchlight/client/redirects";

/** What few pages need, in a script of its own. */

export { factors, memberSessions, passkeys, securityEvents } from "@porchlight/client/auth";
export { account } from "@porchlight/client/members";
export { redirects } from "@porchlight/client/redirects";

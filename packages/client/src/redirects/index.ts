export { type RedirectSession, type RedirectSessionOptions, redirects } from "./redirects.ts";

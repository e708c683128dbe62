import { recoveryPaths } from "../auth/recovery/recovery-link.ts";
import { redirectSessionParameter } from "./prepare-redirect-session.ts";

/** The hosted pages. Source: screens, §5. */
export const hostedPaths = {
  login: "/hosted/login",
  signUp: "/hosted/sign-up",
  verify: "/hosted/verify",
  mfa: "/hosted/mfa",
  pending: "/hosted/pending",
  ...recoveryPaths,
  logout: "/hosted/logout",
  frame: "/hosted/frame",
} as const;

/** Adds the token of a redirect session to `path`. */
export function withSession(path: string, token: string): string {
  return `${path}?${new URLSearchParams({ [redirectSessionParameter]: token })}`;
}

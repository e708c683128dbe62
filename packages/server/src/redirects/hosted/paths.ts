import { redirectSessionParameter } from "../create-redirect-session.ts";

/** The pages of a sign-in, in the order in which people see them. Source: screens, §5. */
export const hostedPaths = {
  login: "/hosted/login",
  signUp: "/hosted/sign-up",
  verify: "/hosted/verify",
  pending: "/hosted/pending",
  forgot: "/hosted/forgot",
} as const;

/** `path` for the redirect session with this token. */
export function withSession(path: string, token: string): string {
  return `${path}?${new URLSearchParams({ [redirectSessionParameter]: token })}`;
}

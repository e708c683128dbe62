import type { AuthFailure, AuthTextKey } from "./issue.ts";

const told = /^PASSKEY_(CANCELLED|DOMAIN|REFUSED|UNKNOWN|UNSUPPORTED)$/;

/** What went wrong with a passkey, in the words of the screen that asks for it; `undefined` when it was something else. */
export function explainPasskey(screen: "signIn" | "step", code = ""): AuthFailure | undefined {
  const [, name] = told.exec(code) ?? [];
  return name ? { key: `passkey.${screen}.${name}` as AuthTextKey, place: "notice" } : undefined;
}

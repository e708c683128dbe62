import type { AuthError, AuthTextKey } from "./form/form-error.ts";

const told = /^PASSKEY_(CANCELLED|DOMAIN|REFUSED|UNKNOWN|UNSUPPORTED)$/;

/** What went wrong with a passkey, in the words of the screen that asks for it; `undefined` when it was something else. */
export function passkeyError(screen: "signIn" | "step", code = ""): AuthError | undefined {
  const [, name] = told.exec(code) ?? [];
  return name ? { key: `passkey.${screen}.${name}` as AuthTextKey, display: "notice" } : undefined;
}

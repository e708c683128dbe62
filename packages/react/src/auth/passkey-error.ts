import type { AuthError, AuthTextKey } from "./form/form-error.ts";

const passkeyCode = /^PASSKEY_(CANCELLED|DOMAIN|REFUSED|UNKNOWN|UNSUPPORTED)$/;

/** The passkey error of a screen; `undefined` for other errors. */
export function passkeyError(screen: "signIn" | "step", code = ""): AuthError | undefined {
  const [, name] = passkeyCode.exec(code) ?? [];
  return name ? { key: `passkey.${screen}.${name}` as AuthTextKey, display: "notice" } : undefined;
}

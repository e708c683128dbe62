import { Refusal } from "../../platform/context/errors.ts";
import type { Problem } from "../views/problem.ts";

/** What went wrong with a passkey, in the words of the page that asked for it; `undefined` when it was something else. */
export function explainPasskey(error: unknown, screen: "signIn" | "step"): Problem | undefined {
  if (!(error instanceof Refusal)) return undefined;
  switch (error.code) {
    case "PASSKEY_UNKNOWN":
      return { status: 403, notice: { kind: "danger", key: `passkey.${screen}.UNKNOWN` } };
    case "PASSKEY_REFUSED":
    // The owner has taken passkeys away in the meantime.
    case "FACTOR_NOT_OFFERED":
      return { status: 403, notice: { kind: "danger", key: `passkey.${screen}.REFUSED` } };
    default:
      return undefined;
  }
}

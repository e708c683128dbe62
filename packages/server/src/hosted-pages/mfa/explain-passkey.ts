import { Refusal } from "../../platform/context/errors.ts";
import type { Problem } from "../views/problem.ts";

/** The problem for an error of a passkey, with the texts of the page; `undefined` for other errors. */
export function passkeyProblem(error: unknown, screen: "signIn" | "step"): Problem | undefined {
  if (!(error instanceof Refusal)) return undefined;
  switch (error.code) {
    case "PASSKEY_UNKNOWN":
      return { status: 403, notice: { kind: "danger", key: `passkey.${screen}.UNKNOWN` } };
    case "PASSKEY_REFUSED":
    // The owner disabled passkeys after the page was loaded.
    case "FACTOR_NOT_OFFERED":
      return { status: 403, notice: { kind: "danger", key: `passkey.${screen}.REFUSED` } };
    default:
      return undefined;
  }
}

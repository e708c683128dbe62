import { signInWithPasskeyRequest } from "@porchlight/contract/auth/passkeys/schema";
import { Refusal } from "../../platform/context/errors.ts";
import type { FormValues } from "../form-page.ts";
import type { Problem } from "../views/problem.ts";

const { webauthnData } = signInWithPasskeyRequest.shape.body.shape;

/** Parses the passkey fields of a form. @throws {Refusal} `PASSKEY_REFUSED` if they are invalid. */
export function parsePasskey({ challengeId, credential }: FormValues<"challengeId" | "credential">) {
  const read = webauthnData.safeParse({ challengeId, credential });
  if (!read.success) throw new Refusal("PASSKEY_REFUSED");
  return read.data;
}

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

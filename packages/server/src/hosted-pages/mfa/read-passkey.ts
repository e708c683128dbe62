import { signInWithPasskeyRequest } from "@porchlight/contract/auth/passkeys/schema";
import { Refusal } from "../../platform/context/errors.ts";
import type { FormValues } from "../form-page.ts";

const { webauthnData } = signInWithPasskeyRequest.shape.body.shape;

/** Parses the passkey fields of a form. @throws {Refusal} `PASSKEY_REFUSED` if they are invalid. */
export function parsePasskey({ challengeId, credential }: FormValues<"challengeId" | "credential">) {
  const read = webauthnData.safeParse({ challengeId, credential });
  if (!read.success) throw new Refusal("PASSKEY_REFUSED");
  return read.data;
}

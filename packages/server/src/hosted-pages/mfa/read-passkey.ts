import { signInWithPasskeyRequest } from "@porchlight/contract/auth/passkeys/schema";
import { Refusal } from "../../platform/context/errors.ts";
import type { Typed } from "../form-page.ts";

const { webauthnData } = signInWithPasskeyRequest.shape.body.shape;

/** What a form was sent with when a passkey was used. @throws {Refusal} `PASSKEY_REFUSED` when it is none. */
export function readPasskey({ challengeId, credential }: Typed<"challengeId" | "credential">) {
  const read = webauthnData.safeParse({ challengeId, credential });
  if (!read.success) throw new Refusal("PASSKEY_REFUSED");
  return read.data;
}

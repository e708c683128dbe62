import * as z from "zod";
import { guid, singleLineText } from "../../wire/value-schema.ts";
import { maxCredentialLength, maxNewCredentialLength } from "./passkey.ts";

/** Without a credential, returns the challenge. Source: entities.md, WebAuthnVerifyData. */
export const passkeyAssertion = z
  .object({ challengeId: guid.optional(), credential: z.string().max(maxCredentialLength).optional() })
  .optional();

/** Source: entities.md, WebAuthnVerifyData. */
export const passkeyAttestation = z
  .object({ challengeId: guid, credential: z.string().max(maxNewCredentialLength) })
  .optional();

export const signInWithPasskeyRequest = z.object({
  body: z.object({ webauthnData: z.object({ challengeId: guid, credential: z.string().max(maxCredentialLength) }) }),
});
export type SignInWithPasskeyRequest = z.infer<typeof signInWithPasskeyRequest>;

export const renameFactorRequest = z.object({
  params: z.object({ factorId: guid }),
  body: z.object({ name: singleLineText(100) }),
});
export type RenameFactorRequest = z.infer<typeof renameFactorRequest>;

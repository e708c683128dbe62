import * as z from "zod";
import { guid, line } from "../../wire/value-schema.ts";
import { credentialMaxLength, newCredentialMaxLength } from "./passkey.ts";

/** Without a credential: tell what the passkey is asked. Source: entities.md, WebAuthnVerifyData. */
export const askedPasskey = z
  .object({ challengeId: guid.optional(), credential: z.string().max(credentialMaxLength).optional() })
  .optional();

/** Source: entities.md, WebAuthnVerifyData. */
export const newPasskey = z
  .object({ challengeId: guid, credential: z.string().max(newCredentialMaxLength) })
  .optional();

export const signInWithPasskeyRequest = z.object({
  body: z.object({ webauthnData: z.object({ challengeId: guid, credential: z.string().max(credentialMaxLength) }) }),
});
export type SignInWithPasskeyRequest = z.infer<typeof signInWithPasskeyRequest>;

export const renameFactorRequest = z.object({
  params: z.object({ factorId: guid }),
  body: z.object({ name: line(100) }),
});
export type RenameFactorRequest = z.infer<typeof renameFactorRequest>;

import * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";

/** Without padding, as browsers send it. Source: WebAuthn §5.1. */
const base64url = z.string().regex(/^[\w-]+$/);
/** 1,023 bytes at most. Source: WebAuthn §4, "Credential ID". */
const credentialId = base64url.max(1_364);
const common = { id: credentialId, rawId: credentialId, type: z.literal("public-key") };

const assertionSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type AssertionCredential = z.output<typeof assertionSchema>;

const registrationSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type RegistrationCredential = z.output<typeof registrationSchema>;

/** @throws {Refusal} `PASSKEY_REFUSED` if this is not the result of `navigator.credentials.get`. */
export const parseAssertion = (text: string): AssertionCredential => read(assertionSchema, text);

/** @throws {Refusal} `PASSKEY_REFUSED` if this is not the result of `navigator.credentials.create`. */
export const parseRegistration = (text: string): RegistrationCredential => read(registrationSchema, text);

function read<Schema extends z.ZodType<{ response: { clientDataJSON: string } }>>(
  schema: Schema,
  text: string,
): z.output<Schema> {
  try {
    const credential = schema.parse(JSON.parse(text));
    const clientData: unknown = JSON.parse(Buffer.from(credential.response.clientDataJSON, "base64url").toString());
    // Rejects requests from cross-origin frames, which allow clickjacking. Source: WebAuthn §13.4.9.
    if (z.object({ crossOrigin: z.literal(false).optional() }).safeParse(clientData).success) return credential;
  } catch {
    // The error is the same for every invalid input.
  }
  throw new Refusal("PASSKEY_REFUSED");
}

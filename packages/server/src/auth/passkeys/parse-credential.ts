import * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";

/** As browsers write it: base64url without padding. Source: WebAuthn §5.1. */
const base64url = z.string().regex(/^[\w-]+$/);
/** A credential's id has 1,023 bytes at most. Source: WebAuthn §4, "Credential ID". */
const credentialId = base64url.max(1_364);
const common = { id: credentialId, rawId: credentialId, type: z.literal("public-key") };

const usedCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type UsedCredential = z.output<typeof usedCredential>;

const newCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type NewCredential = z.output<typeof newCredential>;

/** @throws {Refusal} `PASSKEY_REFUSED` when this is not what a browser says after a use of a passkey. */
export const parseAssertion = (text: string): UsedCredential => read(usedCredential, text);

/** @throws {Refusal} `PASSKEY_REFUSED` when this is not what a browser says after the making of a passkey. */
export const parseRegistration = (text: string): NewCredential => read(newCredential, text);

function read<Schema extends z.ZodType<{ response: { clientDataJSON: string } }>>(
  schema: Schema,
  text: string,
): z.output<Schema> {
  try {
    const credential = schema.parse(JSON.parse(text));
    const clientData: unknown = JSON.parse(Buffer.from(credential.response.clientDataJSON, "base64url").toString());
    // A page of ours in a frame of somebody else's would let them choose when the member is asked. Source: WebAuthn §13.4.9.
    if (z.object({ crossOrigin: z.literal(false).optional() }).safeParse(clientData).success) return credential;
  } catch {
    // Whatever is wrong with it, the answer is the same.
  }
  throw new Refusal("PASSKEY_REFUSED");
}

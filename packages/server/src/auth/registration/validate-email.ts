import type { ValidateEmailRequest, ValidateEmailResponse } from "@porchlight/contract/auth/recovery/schema";
import { parseEmailAddress } from "../../members/email-address.ts";

/** Tells whether this could be a member's e-mail. Whether it is one plays no part. */
export async function validateEmail({ body }: ValidateEmailRequest): Promise<ValidateEmailResponse> {
  return parseEmailAddress(body.email) ? { valid: true } : { valid: false, formatInvalid: true };
}

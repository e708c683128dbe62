import { createHmac } from "node:crypto";
import type { paymentCallbackRequest } from "@porchlight/contract/forms/submission-schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import { equalInConstantTime } from "../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { completePayment } from "./complete-payment.ts";

/** How far the time of a signature may be from the server's. */
const maxSignatureAgeMs = 5 * 60_000;

type Input = z.output<typeof paymentCallbackRequest> & { signature?: string | undefined };

/**
 * Confirms or cancels the submission of a checkout, as the payment page reports it. Idempotent.
 *
 * @throws {Refusal} `PAYMENT_SIGNATURE_INVALID`, `CHECKOUT_NOT_FOUND`; `SUBMISSION_STATUS_CONFLICT` if the opposite was
 *   reported before.
 */
export async function reportPayment(
  context: ServerContext,
  { params, body, signature = "" }: Input,
): Promise<Record<never, never>> {
  const { paymentSecret } = await context.settings.read();
  const { checkoutId } = params;
  const secret = paymentSecret === "" ? undefined : context.secrets.unseal(Buffer.from(paymentSecret, "base64"));
  if (!secret || !isAuthentic(secret, signature, `${checkoutId}.${body.status}`, context.now()))
    throw new Refusal("PAYMENT_SIGNATURE_INVALID");
  await completePayment(context, checkoutId, body.status);
  return {};
}

/** @param signature `t=<seconds>,v1=<hex>` of the HMAC-SHA-256 of `<seconds>.<message>`. */
function isAuthentic(secret: string, signature: string, message: string, now: Date): boolean {
  const [, seconds = "", mac = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (Math.abs(Number(seconds) * 1_000 - now.getTime()) > maxSignatureAgeMs || mac === "") return false;
  return equalInConstantTime(Buffer.from(mac, "hex"), Buffer.from(signPayment(secret, seconds, message), "hex"));
}

/** The HMAC of a report in hex. */
export const signPayment = (secret: string, seconds: string, message: string): string =>
  createHmac("sha256", secret).update(`${seconds}.${message}`).digest("hex");

import { mfaReasons, secondFactorTypes } from "@porchlight/contract/auth/mfa/factor";
import * as z from "zod";
import { stateTokenTtlMs } from "../../auth/verification/email-verification.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { Cookies } from "./cookies.ts";
import { readSealed, writeSealed } from "./sealed-cookie.ts";

const secondFactorSchema = z.object({
  /** Continues the sign-in with the second factor. */
  stateToken: z.string(),
  /** Available factors, the preferred one first. */
  factors: z.array(z.object({ factorType: z.enum(secondFactorTypes), hint: z.string().optional() })),
  reason: z.enum(mfaReasons).optional(),
  /** The last code or push that was sent. `at` is in milliseconds since the epoch. */
  sent: z
    .object({
      method: z.enum(secondFactorTypes),
      at: z.number(),
      isAnother: z.boolean(),
      /** The number to select on the device. */
      number: z.string().optional(),
    })
    .optional(),
});
/** A sign-in that waits for the second factor. */
export type PendingSecondFactor = z.infer<typeof secondFactorSchema>;

const flowSchema = z.object({
  /** As entered. */
  email: z.string(),
  /** As entered at sign-up. */
  names: z.object({ firstName: z.string(), lastName: z.string() }).optional(),
  /** The page where the email was entered and can be changed. */
  startPage: z.enum(["login", "signUp"]).optional(),
  /** Continues the sign-in with the code from the email. */
  stateToken: z.string().optional(),
  /** When the last code was sent, in milliseconds since the epoch. */
  codeSentAt: z.number().optional(),
  /** Whether that was not the first code. */
  isCodeResent: z.boolean().optional(),
  /** Whether the site owner has to approve the member. */
  isPendingApproval: z.boolean().optional(),
  /** Whether the email was confirmed in this flow. */
  isConfirmed: z.boolean().optional(),
  secondFactor: secondFactorSchema.optional(),
});
/** The state that the pages of one sign-in share. */
export type SignInFlow = z.infer<typeof flowSchema>;

const boundFlow = flowSchema.extend({ boundTo: z.string() });

/**
 * Stores `flow` in an encrypted cookie.
 *
 * @param redirectSession Token of the sign-in's redirect session. Each sign-in has its own cookie, so that tabs do not
 * interfere.
 */
export function storeFlow(context: ServerContext, cookies: Cookies, redirectSession: string, flow: SignInFlow): void {
  const boundTo = bindingFor(redirectSession);
  writeSealed(context, cookies, cookieNameFor(boundTo), { ...flow, boundTo }, stateTokenTtlMs / 1_000);
}

/** `undefined` without a valid cookie for this sign-in. */
export function readFlow(context: ServerContext, cookies: Cookies, redirectSession: string): SignInFlow | undefined {
  const boundTo = bindingFor(redirectSession);
  const found = readSealed(context, cookies, cookieNameFor(boundTo), boundFlow);
  if (found?.boundTo !== boundTo) return undefined;
  const { boundTo: _, ...flow } = found;
  return flow;
}

export function deleteFlow(cookies: Cookies, redirectSession: string): void {
  const name = cookieNameFor(bindingFor(redirectSession));
  if (cookies.read(name) !== undefined) cookies.remove(name);
}

const bindingFor = (redirectSession: string) => hashSecret(redirectSession).toString("base64url");
const cookieNameFor = (boundTo: string) => `flow-${boundTo.slice(0, 16)}` as const;

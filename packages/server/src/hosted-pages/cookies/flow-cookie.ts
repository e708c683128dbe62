import { mfaReasons, secondStepTypes } from "@porchlight/contract/auth/mfa/factor";
import * as z from "zod";
import { stateTokenLifeMs } from "../../auth/verification/email-verification.ts";
import type { ServerContext } from "../../platform/context/server-context.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { Cookies } from "./cookies.ts";
import { readSealed, writeSealed } from "./sealed-cookie.ts";

const secondStepSchema = z.object({
  /** Hands the sign-in on to the second step. */
  stateToken: z.string(),
  /** Ways to take it, the best first. */
  factors: z.array(z.object({ factorType: z.enum(secondStepTypes), hint: z.string().optional() })),
  reason: z.enum(mfaReasons).optional(),
  /** What was sent last: for which of them, when (milliseconds since the epoch), and whether it was not the first time. */
  sent: z
    .object({
      method: z.enum(secondStepTypes),
      at: z.number(),
      isAnother: z.boolean(),
      /** To be chosen on the device that was asked. */
      number: z.string().optional(),
    })
    .optional(),
});
/** What waits for the second step of a sign-in. */
export type AwaitedSecondStep = z.infer<typeof secondStepSchema>;

const flowSchema = z.object({
  /** As it was typed. */
  email: z.string(),
  /** As they were typed at a sign-up. */
  names: z.object({ firstName: z.string(), lastName: z.string() }).optional(),
  /** The page where the e-mail was typed, and can be changed. */
  begunAt: z.enum(["login", "signUp"]).optional(),
  /** Hands the sign-in on to the code from the mail. */
  stateToken: z.string().optional(),
  /** When a code was asked for, milliseconds since the epoch. */
  codeAskedAt: z.number().optional(),
  /** Whether that was not the first one. */
  isCodeAnother: z.boolean().optional(),
  /** Whether the owner's word is what is missing. */
  isWaiting: z.boolean().optional(),
  /** Whether the e-mail was confirmed just now. */
  isConfirmed: z.boolean().optional(),
  secondStep: secondStepSchema.optional(),
});
/** What one page of a sign-in hands on to the next. */
export type SignInFlow = z.infer<typeof flowSchema>;

const boundFlow = flowSchema.extend({ boundTo: z.string() });

/**
 * Keeps `flow` in the browser, encrypted, for the sign-in that `redirectSession` is the token of. Each sign-in has a cookie of its
 * own, so that two tabs do not get into each other's way.
 */
export function keepFlow(context: ServerContext, cookies: Cookies, redirectSession: string, flow: SignInFlow): void {
  const boundTo = bindingOf(redirectSession);
  writeSealed(context, cookies, nameFor(boundTo), { ...flow, boundTo }, stateTokenLifeMs / 1_000);
}

/** `undefined` where this browser has come to nothing yet in this sign-in, or shows a cookie that is not ours. */
export function readFlow(context: ServerContext, cookies: Cookies, redirectSession: string): SignInFlow | undefined {
  const boundTo = bindingOf(redirectSession);
  const found = readSealed(context, cookies, nameFor(boundTo), boundFlow);
  if (found?.boundTo !== boundTo) return undefined;
  const { boundTo: _, ...flow } = found;
  return flow;
}

export function forgetFlow(cookies: Cookies, redirectSession: string): void {
  const name = nameFor(bindingOf(redirectSession));
  if (cookies.read(name) !== undefined) cookies.remove(name);
}

const bindingOf = (redirectSession: string) => hashSecret(redirectSession).toString("base64url");
const nameFor = (boundTo: string) => `flow-${boundTo.slice(0, 16)}` as const;

import type { CaptchaPurpose } from "@porchlight/contract/auth/captcha/captcha";
import { parseEmailAddress } from "../../members/email-address.ts";
import type { Caller } from "../../platform/context/caller.ts";
import type { RateLimitName } from "../../platform/rate-limits/limits.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { type CaptchaSetup, resolveCaptchaSetup } from "./providers.ts";

export type GuardedPurpose = Exclude<CaptchaPurpose, "form">;

/** A request that may require a captcha. */
export interface GuardedRequest {
  purpose: GuardedPurpose;
  /** The client's network; see `RequestContext.ip`. */
  ip: string;
  /** The email as typed, at a sign-in. */
  email?: string | undefined;
}

/** The rate limit of each purpose, and whether a request counts before the captcha is checked. */
export const captchaCounters: Readonly<Record<GuardedPurpose, { limit: RateLimitName; isCountedBefore: boolean }>> = {
  login: { limit: "signInFailuresPerIp", isCountedBefore: true },
  register: { limit: "registrationsPerIp", isCountedBefore: true },
  recovery: { limit: "emailRequestsPerIp", isCountedBefore: false },
};

/** Failures allowed without a captcha in mode `afterFailures`. Source: security requirements §5. */
export const maxFailuresWithoutCaptcha = 5;

/**
 * The captcha that the request requires; `undefined` if none. API keys never require one.
 *
 * @param pending Number of counted requests that are still in progress, which have not failed.
 */
export async function findRequiredCaptcha(
  context: ServerContext,
  caller: Caller,
  { purpose, ip, email }: GuardedRequest,
  pending = 0,
): Promise<CaptchaSetup | undefined> {
  const settings = await context.settings.read();
  if (settings.captcha === "off" || caller.kind === "apiKey" || caller.kind === "owner") return undefined;
  if ("apiKey" in caller && caller.apiKey) return undefined;
  if (settings.captcha === "afterFailures") {
    const failuresOfIp = (await context.limits.countRecent(captchaCounters[purpose].limit, ip)) - pending;
    const account = email === undefined ? undefined : parseEmailAddress(email);
    const failuresOfAccount = account ? await context.limits.countRecentSignIns(account.key) : 0;
    if (Math.max(failuresOfIp, failuresOfAccount) < maxFailuresWithoutCaptcha) return undefined;
  }
  return resolveCaptchaSetup(settings);
}

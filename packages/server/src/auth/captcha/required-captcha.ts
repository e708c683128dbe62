import type { CaptchaPurpose } from "@porchlight/contract/auth/captcha/captcha";
import { parseEmailAddress } from "../../members/email-address.ts";
import type { Caller } from "../../platform/context/caller.ts";
import type { RateLimitName } from "../../platform/rate-limits/limits.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { type CaptchaSetup, resolveCaptchaSetup } from "./providers.ts";

/** What a captcha may be asked for now. */
export type GuardedPurpose = Exclude<CaptchaPurpose, "form">;

/** A request that may need a captcha. */
export interface GuardedRequest {
  purpose: GuardedPurpose;
  /** Who asks, as `addressKey` writes it. */
  address: string;
  /** The account's e-mail as it was typed, at a sign-in. */
  email?: string | undefined;
}

/** What each kind of request is counted as, and whether that is done before anybody asks for a captcha. */
export const captchaCounters: Readonly<Record<GuardedPurpose, { limit: RateLimitName; isCountedBefore: boolean }>> = {
  login: { limit: "signInFailuresPerIp", isCountedBefore: true },
  register: { limit: "registrationsPerIp", isCountedBefore: true },
  recovery: { limit: "emailRequestsPerIp", isCountedBefore: false },
};

/** With `afterFailures`: so many are free. Source: security requirements §5. */
export const maxFailuresWithoutCaptcha = 5;

/**
 * The captcha that the owner wants of such a request; nothing where they want none. Programs of the owner, which come with an
 * API key, are not asked.
 *
 * @param underWay How many requests are counted that are not over yet: they have failed at nothing.
 */
export async function findRequiredCaptcha(
  context: ServerContext,
  caller: Caller,
  { purpose, address, email }: GuardedRequest,
  underWay = 0,
): Promise<CaptchaSetup | undefined> {
  const settings = await context.settings.read();
  if (settings.captcha === "off" || caller.kind === "apiKey" || caller.kind === "owner") return undefined;
  if ("apiKey" in caller && caller.apiKey) return undefined;
  if (settings.captcha === "afterFailures") {
    const ofAddress = (await context.limits.countRecent(captchaCounters[purpose].limit, address)) - underWay;
    const account = email === undefined ? undefined : parseEmailAddress(email);
    const ofAccount = account ? await context.limits.countRecentSignIns(account.key) : 0;
    if (Math.max(ofAddress, ofAccount) < maxFailuresWithoutCaptcha) return undefined;
  }
  return resolveCaptchaSetup(settings);
}

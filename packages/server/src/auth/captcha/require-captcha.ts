import type { CaptchaKind, CaptchaPurpose } from "@porchlight/contract/auth/captcha/captcha";
import type { CaptchaTokens } from "@porchlight/contract/auth/captcha/schema";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { captchaTtlMs, isValidProofOfWork } from "./proof-of-work.ts";
import type { CaptchaSetup } from "./providers.ts";
import { captchaCounters, findRequiredCaptcha, type GuardedRequest } from "./required-captcha.ts";
import { insertUsedCaptcha } from "./used-captchas-store.ts";
import { type ProviderResult, verifyWithProvider } from "./verify-with-provider.ts";

interface Shown {
  kind: CaptchaKind;
  token: string;
}

/**
 * Lets a request on that shows a captcha for this purpose, where one is due. Each token is good once.
 *
 * @returns Whether one was due, and shown.
 * @throws {Refusal} `-19971` without a token, `-19970` with one that does not count; `data.kind` says which kind to show next, and
 * `data.reason` is `provider` where nobody could tell.
 * Source: spec §8; security requirements §5.
 */
export async function requireCaptcha(
  context: ServerContext,
  caller: Caller,
  { tokens, ...occasion }: GuardedRequest & { tokens: CaptchaTokens },
): Promise<boolean> {
  const { purpose, address } = occasion;
  const { limit, isCountedBefore } = captchaCounters[purpose];
  const setup = await findRequiredCaptcha(context, caller, occasion, isCountedBefore ? 1 : 0);
  if (!setup) return false;
  const shown = readTokens(tokens, setup.kind);
  if (!shown) {
    if (caller.kind === "hostedPage" && (await isFree(context, purpose, address))) return false;
    // It tried nothing yet, and comes again with a token: that one counts.
    context.limits.countRead(address);
    if (isCountedBefore) await context.limits.undoCount(limit, address);
    throw new Refusal("-19971", { kind: setup.kind });
  }
  const verdict = await judge(context, caller, setup, purpose, shown);
  if (verdict === "right") return true;
  const kind = setup.provider === "proof-of-work" || setup.keys.visible ? "visible" : "silent";
  throw new Refusal("-19970", { kind, ...(verdict === "unknown" && { reason: "provider" }) });
}

/**
 * Hosted pages work without scripts, which no captcha does: a few mails are the way in there. Whoever signs up is let in by what the
 * mail brings, and by nothing else.
 */
async function isFree(context: ServerContext, purpose: CaptchaPurpose, address: string): Promise<boolean> {
  const { limits, settings, site } = context;
  if (purpose === "recovery") return limits.tryCount("recoveriesWithoutCaptchaPerIp", address);
  if (purpose !== "register" || (await settings.read()).emailVerification !== "required") return false;
  return (
    (await limits.tryCount("signUpsWithoutCaptchaPerIp", address)) &&
    limits.tryCount("signUpsWithoutCaptchaPerSite", site.id)
  );
}

/** The token to look at: a visible one is always enough, a silent one where the owner wants no more. */
function readTokens(tokens: CaptchaTokens, least: CaptchaKind): Shown | undefined {
  const visible = tokens?.map(({ Recaptcha, NoCaptcha }) => Recaptcha || NoCaptcha).find(Boolean);
  if (visible) return { kind: "visible", token: visible };
  const silent = tokens?.map(({ InvisibleRecaptcha }) => InvisibleRecaptcha).find(Boolean);
  return silent && least === "silent" ? { kind: "silent", token: silent } : undefined;
}

async function judge(
  context: ServerContext,
  caller: Caller,
  setup: CaptchaSetup,
  purpose: CaptchaPurpose,
  { kind, token }: Shown,
): Promise<ProviderResult> {
  const now = context.now();
  const isFirstUse = () =>
    insertUsedCaptcha(context.db, {
      siteId: context.site.id,
      tokenHash: hashSecret(token),
      // Longer than any provider lets one live.
      expiresAt: new Date(now.getTime() + 2 * captchaTtlMs),
    });
  if (setup.provider === "proof-of-work") {
    // What is no token of ours is not remembered: it would fill the table.
    return isValidProofOfWork(context.secrets, token, { purpose, kind, now }) && (await isFirstUse())
      ? "right"
      : "wrong";
  }
  const keys = setup.keys[kind];
  if (!keys || !(await isFirstUse())) return "wrong";
  return verifyWithProvider(context, setup.provider, keys, {
    token,
    appId: "appId" in caller ? caller.appId : undefined,
  });
}

import type { CaptchaKind, CaptchaPurpose } from "@porchlight/contract/auth/captcha/captcha";
import type { CaptchaTokens } from "@porchlight/contract/auth/captcha/schema";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { hashSecret } from "../../platform/crypto/secrets.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { captchaTtlMs, isValidProofOfWork } from "./proof-of-work.ts";
import { type CaptchaSetup, resolveCaptchaSetup } from "./providers.ts";
import { captchaCounters, findRequiredCaptcha, type GuardedRequest } from "./required-captcha.ts";
import { insertUsedCaptcha } from "./used-captchas-store.ts";
import { type ProviderResult, verifyWithProvider } from "./verify-with-provider.ts";

interface CaptchaResponse {
  kind: CaptchaKind;
  token: string;
  usedFor?: Buffer;
}

/**
 * Requires a solved captcha where one is due. A token works once.
 *
 * @returns Whether a captcha was required.
 * @throws {Refusal} `-19971` without a token, `-19970` for an invalid one; `data.kind` is the kind to show next, and
 *   `data.reason` is `provider` if the provider could not verify it.
 * Source: spec §8; security requirements §5.
 */
export async function requireCaptcha(
  context: ServerContext,
  caller: Caller,
  { tokens, ...request }: GuardedRequest & { tokens: CaptchaTokens },
): Promise<boolean> {
  const { purpose, ip } = request;
  const { limit, isCountedBefore } = captchaCounters[purpose];
  const setup = await findRequiredCaptcha(context, caller, request, isCountedBefore ? 1 : 0);
  if (!setup) return false;
  const response = findToken(tokens, setup.kind);
  if (!response) {
    if (caller.kind === "hostedPage" && (await isExempt(context, purpose, ip))) return false;
    // The request tried nothing yet; the retry with a token counts.
    context.limits.countRead(ip);
    if (isCountedBefore) await context.limits.undoCount(limit, ip);
    throw new Refusal("-19971", { kind: setup.kind });
  }
  const result = await verify(context, caller, setup, purpose, response);
  if (result === "right") return true;
  const kind = setup.provider === "proof-of-work" || setup.keys.visible ? "visible" : "silent";
  throw new Refusal("-19970", { kind, ...(result === "unknown" && { reason: "provider" }) });
}

/**
 * Requires a solved captcha for a form that has one, whatever the setting `captcha` says. A token works once.
 *
 * @param usedFor Identifies the submission.
 * @returns `repeated` if the token was used for the same submission: another request with it is, or was, in progress.
 * @throws {Refusal} `INVALID_CAPTCHA`; `data.kind` is the kind to show.
 */
export async function requireFormCaptcha(
  context: ServerContext,
  caller: Caller,
  { token, usedFor }: { token: string | null | undefined; usedFor: Buffer },
): Promise<"solved" | "repeated"> {
  if (caller.kind === "owner" || ("apiKey" in caller && caller.apiKey)) return "solved";
  const setup = resolveCaptchaSetup(await context.settings.read());
  const kinds = setup.kind === "silent" ? (["silent", "visible"] as const) : (["visible"] as const);
  // The token does not say of which kind it is.
  if (token)
    for (const kind of kinds) {
      const result = await verify(context, caller, setup, "form", { kind, token, usedFor });
      if (result === "right") return "solved";
      if (result === "repeated") return result;
    }
  throw new Refusal("INVALID_CAPTCHA", { kind: setup.kind });
}

/** Hosted pages work without scripts, which a captcha needs, so a few requests that only send email are exempt. */
async function isExempt(context: ServerContext, purpose: CaptchaPurpose, ip: string): Promise<boolean> {
  const { limits, settings, site } = context;
  if (purpose === "recovery") return limits.tryCount("recoveriesWithoutCaptchaPerIp", ip);
  if (purpose !== "register" || (await settings.read()).emailVerification !== "required") return false;
  return (
    (await limits.tryCount("signUpsWithoutCaptchaPerIp", ip)) &&
    limits.tryCount("signUpsWithoutCaptchaPerSite", site.id)
  );
}

/** A visible captcha always suffices, a silent one only where `required` is silent. */
function findToken(tokens: CaptchaTokens, required: CaptchaKind): CaptchaResponse | undefined {
  const visible = tokens?.map(({ Recaptcha, NoCaptcha }) => Recaptcha || NoCaptcha).find(Boolean);
  if (visible) return { kind: "visible", token: visible };
  const silent = tokens?.map(({ InvisibleRecaptcha }) => InvisibleRecaptcha).find(Boolean);
  return silent && required === "silent" ? { kind: "silent", token: silent } : undefined;
}

const resultOfUse = { first: "right", repeated: "repeated", used: "wrong" } as const;

async function verify(
  context: ServerContext,
  caller: Caller,
  setup: CaptchaSetup,
  purpose: CaptchaPurpose,
  { kind, token, usedFor }: CaptchaResponse,
): Promise<ProviderResult | "repeated"> {
  const now = context.now();
  const recordUse = () =>
    insertUsedCaptcha(context.db, {
      siteId: context.site.id,
      tokenHash: hashSecret(token),
      // Longer than the tokens of any provider are valid.
      expiresAt: new Date(now.getTime() + 2 * captchaTtlMs),
      usedFor,
    });
  if (setup.provider === "proof-of-work") {
    // Invalid tokens are not stored, since they would fill the table.
    if (!isValidProofOfWork(context.secrets, token, { purpose, kind, now })) return "wrong";
    return resultOfUse[await recordUse()];
  }
  const keys = setup.keys[kind];
  if (!keys) return "wrong";
  const result = resultOfUse[await recordUse()];
  if (result !== "right") return result;
  return verifyWithProvider(context, setup.provider, keys, {
    token,
    appId: "appId" in caller ? caller.appId : undefined,
  });
}

import type { CaptchaKind, CaptchaProvider } from "@porchlight/contract/auth/captcha/captcha";
import type { ServerContext } from "../../platform/server-context.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";

/** Somebody else who checks captchas. */
export interface ExternalProvider {
  /** Takes `secret` and `response` as a form. */
  verifyUrl: string;
  /** Loaded by pages that show its captcha, which it then draws where it is told to. */
  scriptUrl: string;
  /** Origins that a page's policy has to admit for it. */
  sources: readonly string[];
}

export type ExternalProviderName = Exclude<CaptchaProvider, "proof-of-work">;

/** Source: reCAPTCHA "Verifying the user's response"; hCaptcha "Developer Guide"; Turnstile "Server-side validation", "CSP". */
const externalProviders: Readonly<Record<ExternalProviderName, ExternalProvider>> = {
  recaptcha: {
    verifyUrl: "https://www.google.com/recaptcha/api/siteverify",
    scriptUrl: "https://www.google.com/recaptcha/api.js?render=explicit",
    sources: ["https://www.google.com", "https://www.gstatic.com", "https://recaptcha.google.com"],
  },
  hcaptcha: {
    verifyUrl: "https://api.hcaptcha.com/siteverify",
    scriptUrl: "https://js.hcaptcha.com/1/api.js?render=explicit",
    sources: ["https://hcaptcha.com", "https://*.hcaptcha.com"],
  },
  turnstile: {
    verifyUrl: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    scriptUrl: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
    sources: ["https://challenges.cloudflare.com"],
  },
};

/** What a page and the provider know a kind of captcha by. */
export interface ProviderKeys {
  siteKey: string;
  /** Sealed. */
  secret: string;
}

/** Who checks the site's captchas, and how, as far as that is set up. */
export type CaptchaSetup = { kind: CaptchaKind } & (
  | { provider: "proof-of-work" }
  | { provider: ExternalProviderName; keys: Readonly<Partial<Record<CaptchaKind, ProviderKeys>>> }
);

/**
 * The site's captcha. A provider without keys would let nobody in: until there are some, the site checks by itself. Where
 * there are none for the silent kind, the visible one is the least that is enough.
 */
export function resolveCaptchaSetup(settings: SettingValues): CaptchaSetup {
  const { captchaProvider: provider, captchaMode } = settings;
  if (provider === "proof-of-work") return { provider, kind: captchaMode };
  const silent = keyPair(settings.captchaInvisibleSiteKey, settings.captchaInvisibleSecret);
  const visible = keyPair(settings.captchaVisibleSiteKey, settings.captchaVisibleSecret);
  if (!silent && !visible) return { provider: "proof-of-work", kind: captchaMode };
  const kind = (captchaMode === "silent" && silent) || !visible ? "silent" : "visible";
  return { provider, kind, keys: { ...(silent && { silent }), ...(visible && { visible }) } };
}

const keyPair = (siteKey: string, secret: string): ProviderKeys | undefined =>
  siteKey !== "" && secret !== "" ? { siteKey, secret } : undefined;

/** The provider's addresses; the operator may have named others. */
export function externalProvider(
  { config }: Pick<ServerContext, "config">,
  name: ExternalProviderName,
): ExternalProvider {
  const usual = externalProviders[name];
  const scriptUrl = config.captchaScriptUrl ?? usual.scriptUrl;
  return {
    verifyUrl: config.captchaVerifyUrl ?? usual.verifyUrl,
    scriptUrl,
    sources: config.captchaScriptUrl === undefined ? usual.sources : [new URL(scriptUrl).origin, ...usual.sources],
  };
}

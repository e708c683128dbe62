import type { CaptchaKind, CaptchaProvider } from "@porchlight/contract/auth/captcha/captcha";
import type { ServerContext } from "../../platform/server-context.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";

/** A third-party captcha service. */
export interface ExternalProvider {
  /** Accepts `secret` and `response` as a form. */
  verifyUrl: string;
  /** Script that renders the captcha. */
  scriptUrl: string;
  /** Origins that the content security policy of a page must allow. */
  sources: readonly string[];
}

export type ExternalProviderName = Exclude<CaptchaProvider, "proof-of-work">;

/**
 * Source: reCAPTCHA "Verifying the user's response"; hCaptcha "Developer Guide"; Turnstile "Server-side validation",
 * "CSP".
 */
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

/** Keys of one kind of captcha. */
export interface ProviderKeys {
  siteKey: string;
  /** Sealed. */
  secret: string;
}

/** The provider and its keys. */
export type CaptchaSetup = { kind: CaptchaKind } & (
  | { provider: "proof-of-work" }
  | { provider: ExternalProviderName; keys: Readonly<Partial<Record<CaptchaKind, ProviderKeys>>> }
);

/**
 * The site's effective captcha. Without any keys for the provider, falls back to proof of work, since members could not
 * sign in; without keys for the silent kind, uses the visible one.
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

/** The provider's URLs, which the operator may override. */
export function externalProvider(
  { config }: Pick<ServerContext, "config">,
  name: ExternalProviderName,
): ExternalProvider {
  const defaults = externalProviders[name];
  const scriptUrl = config.captchaScriptUrl ?? defaults.scriptUrl;
  return {
    verifyUrl: config.captchaVerifyUrl ?? defaults.verifyUrl,
    scriptUrl,
    sources:
      config.captchaScriptUrl === undefined ? defaults.sources : [new URL(scriptUrl).origin, ...defaults.sources],
  };
}

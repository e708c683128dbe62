/** What a captcha token is for; it is rejected for any other purpose. */
export const captchaPurposes = ["login", "register", "recovery", "form"] as const;
export type CaptchaPurpose = (typeof captchaPurposes)[number];

/**
 * `silent` shows nothing and is sent as `InvisibleRecaptcha`; `visible` prompts the user and is sent as `Recaptcha`.
 */
export const captchaKinds = ["silent", "visible"] as const;
export type CaptchaKind = (typeof captchaKinds)[number];

/** When the site requires a captcha. */
export const captchaDemands = ["off", "afterFailures", "always"] as const;
export type CaptchaDemand = (typeof captchaDemands)[number];

/** Who verifies: the site itself, by proof of work, or an external provider. */
export const captchaProviders = ["proof-of-work", "recaptcha", "hcaptcha", "turnstile"] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** The site's captcha settings, for pages. */
export interface CaptchaSettings {
  demand: CaptchaDemand;
  /** The minimum kind. */
  kind: CaptchaKind;
  provider: CaptchaProvider;
}

/**
 * Find the number from 0 (inclusive) to `numbers` (exclusive) for which PBKDF2 with SHA-256 derives `target`
 * (base64url, 16 bytes) from the number as text, with `salt` (base64url). The token is `challenge`, a dot and the
 * number.
 */
export interface ProofOfWork {
  challenge: string;
  salt: string;
  iterations: number;
  numbers: number;
  target: string;
}

/** A captcha for the browser to solve. */
export interface CaptchaTask {
  provider: CaptchaProvider;
  /** With `proof-of-work`. */
  proofOfWork?: ProofOfWork;
  /** With every other provider: its site key and script. */
  siteKey?: string;
  scriptUrl?: string;
}

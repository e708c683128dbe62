/** What a captcha is asked for; a token for one of them is refused for another. */
export const captchaPurposes = ["login", "register", "recovery", "form"] as const;
export type CaptchaPurpose = (typeof captchaPurposes)[number];

/** `silent` shows nothing and travels as `InvisibleRecaptcha`; `visible` asks the person and travels as `Recaptcha`. */
export const captchaKinds = ["silent", "visible"] as const;
export type CaptchaKind = (typeof captchaKinds)[number];

/** When the site asks for one. */
export const captchaDemands = ["off", "afterFailures", "always"] as const;
export type CaptchaDemand = (typeof captchaDemands)[number];

/** Who checks: the site itself, by a proof of work, or somebody else. */
export const captchaProviders = ["proof-of-work", "recaptcha", "hcaptcha", "turnstile"] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/** What a page needs to show before it asks for a captcha. */
export interface CaptchaSettings {
  demand: CaptchaDemand;
  /** The least that is enough. */
  kind: CaptchaKind;
  provider: CaptchaProvider;
}

/**
 * Find the number from 0 up to, and without, `numbers` for which PBKDF2 with SHA-256 makes `target` (base64url, 16 bytes) of it:
 * the number as text is the password, `salt` (base64url) the salt. The token is `challenge`, a dot and the number.
 */
export interface ProofOfWork {
  challenge: string;
  salt: string;
  iterations: number;
  numbers: number;
  target: string;
}

/** What the browser is to do for one captcha. */
export interface CaptchaTask {
  provider: CaptchaProvider;
  /** With `proof-of-work`. */
  proofOfWork?: ProofOfWork;
  /** With every other provider: what its script is told, and where that is. */
  siteKey?: string;
  scriptUrl?: string;
}

import type { Messages } from "../../texts/use-texts.ts";
import type { Appearance } from "../../ui/appearance.ts";
import type { CaptchaPurpose, CaptchaTokens, MemberClient } from "../member-client.ts";

/** A captcha to solve before a form can be submitted. */
export interface CaptchaChallenge {
  purpose: CaptchaPurpose;
  /** `silent`: runs without interaction. `visible`: the person has to act. */
  kind: "silent" | "visible";
  /** Why it is required again: the token expired, or could not be verified. */
  problem?: "expired" | "unreachable" | undefined;
  /** Sets the tokens for the next submission. */
  setTokens(tokens: CaptchaTokens | undefined): void;
}

/** Guards form submissions with a captcha if the server requires one. */
export interface CaptchaGate {
  readonly captcha: MemberClient["captcha"];
  readonly purpose: CaptchaPurpose;
  getSnapshot(): CaptchaChallenge | undefined;
  /** Notifies a single listener of changes. Returns a function to unsubscribe. */
  subscribe(listener: () => void): () => void;
  setTokens(tokens: CaptchaTokens | undefined): void;
  /** Requests a captcha, or withdraws the request. */
  request(step?: Pick<CaptchaChallenge, "kind" | "problem">): void;
  /** Aborts when the current captcha is cleared. */
  signal(): AbortSignal;
  /** Discards the captcha and aborts the current run. */
  clear(): void;
  /** Submits a form. If the server requires a captcha, loads the code that handles it. */
  guard<Answer>(send: (tokens: CaptchaTokens | undefined) => Promise<Answer>): Promise<Answer>;
}

/** Props of {@link Captcha}. */
export interface CaptchaProps {
  /** `captcha` of `useSignIn`, `useSignUp` or `useRecoveryLink`. */
  captcha: CaptchaChallenge | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

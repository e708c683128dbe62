import type { Messages } from "../../texts/use-texts.ts";
import type { Appearance } from "../../ui/appearance.ts";
import type { CaptchaPurpose, CaptchaTokens, MemberClient } from "../member-client.ts";

/** A captcha that has to be passed before a form goes on. */
export interface CaptchaChallenge {
  purpose: CaptchaPurpose;
  /** `silent`: it is under way and asks nothing. `visible`: the person has to do something. */
  kind: "silent" | "visible";
  /** Why it is asked for again: it was too old, or nobody could tell whether it was right. */
  problem?: "expired" | "unreachable" | undefined;
  /** Takes what a visible captcha gave, for the next try. */
  setTokens(tokens: CaptchaTokens | undefined): void;
}

/** What stands between a form and the server where a captcha may be asked for. */
export interface CaptchaGate {
  readonly captcha: MemberClient["captcha"];
  readonly purpose: CaptchaPurpose;
  getSnapshot(): CaptchaChallenge | undefined;
  /** Tells one listener of every change, until what is answered is called. */
  subscribe(listener: () => void): () => void;
  setTokens(tokens: CaptchaTokens | undefined): void;
  /** Asks for one, or for none any more. */
  request(step?: Pick<CaptchaChallenge, "kind" | "problem">): void;
  /** What the captcha under way is given up with. */
  signal(): AbortSignal;
  /** Forgets it, and gives up what is under way. */
  clear(): void;
  /** Sends a form. Where what comes back or is thrown asks for a captcha, goes on with that, in a script of its own. */
  guard<Answer>(send: (tokens: CaptchaTokens | undefined) => Promise<Answer>): Promise<Answer>;
}

/** Props of {@link Captcha}. */
export interface CaptchaProps {
  /** `captcha` of `useSignIn`, `useSignUp` or `useRecoveryLink`. */
  captcha: CaptchaChallenge | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

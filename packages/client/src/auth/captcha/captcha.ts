import type {
  CaptchaKind,
  CaptchaPurpose,
  CaptchaSettings,
  CaptchaTask,
} from "@porchlight/contract/auth/captcha/captcha";
import * as endpoints from "@porchlight/contract/auth/captcha/endpoints";
import { createError, isPorchlightError } from "../../errors.ts";
import type { CallOptions, Transport } from "../../transport.ts";
import type { CaptchaTokens } from "../strategies/oauth-types.ts";
import { solveProviderCaptcha } from "./captcha-provider.ts";
import { solveProofOfWork } from "./proof-of-work.ts";

/** Parameters of a captcha request. */
export interface CaptchaParams {
  /** What the token is for; it is rejected for any other purpose. */
  purpose: CaptchaPurpose;
  /** `silent` shows nothing unless the provider requires it. `visible` follows a user action. */
  kind: CaptchaKind;
  /** With `visible` and an external provider: the element in which the captcha is rendered. Emptied afterwards. */
  container?: HTMLElement | undefined;
}

/** Captcha calls, for browsers. A Porchlight extension. */
export function captcha(transport: Transport) {
  return {
    /** Reads when the site requires a captcha, which kind suffices and which provider verifies it. */
    getCaptcha(call?: CallOptions): Promise<CaptchaSettings> {
      return transport.send(endpoints.describeCaptcha, {}, call);
    },

    /**
     * Solves a captcha, after `login` or `register` returned `missingCaptchaToken`. The built-in proof of work takes a
     * phone about a second in the background; a provider's captcha waits for the user. The token can be used once,
     * within five minutes.
     *
     * @returns The value for `captchaTokens` of the repeated call.
     * @throws {PorchlightError} `CAPTCHA_NOT_SET_UP` if the site has none of this kind; `CAPTCHA_FAILED` if the
     * provider's script cannot be loaded or fails; kind `misconfigured` on a page without https.
     */
    async solveCaptcha({ purpose, kind, container }: CaptchaParams, call?: CallOptions): Promise<CaptchaTokens> {
      const task: CaptchaTask = await transport.send(
        endpoints.startCaptcha,
        { body: { purpose, kind } },
        { ...call, replay: false },
      );
      if (!task.proofOfWork && !(task.siteKey && task.scriptUrl))
        throw createError("contract", "MALFORMED_RESPONSE", "The server's response contains no captcha settings.");
      const token = await (task.proofOfWork
        ? solveProofOfWork(task.proofOfWork, call?.signal)
        : solveProviderCaptcha(task, { kind, container, signal: call?.signal })
      ).catch((error: unknown) => {
        if (isPorchlightError(error)) throw error;
        // A malformed task, or an error of the provider's script.
        if (task.proofOfWork) throw createError("contract", "MALFORMED_RESPONSE", "The captcha is malformed.", error);
        throw createError("captcha", "CAPTCHA_FAILED", "The captcha could not be made.", error);
      });
      return kind === "silent" ? { invisibleRecaptchaToken: token } : { recaptchaToken: token };
    },
  };
}

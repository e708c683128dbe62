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
  /** What the token is for: it is refused for anything else. */
  purpose: CaptchaPurpose;
  /** `silent` shows nothing, unless a provider sees reason to. `visible` goes with something that the person has done. */
  kind: CaptchaKind;
  /** With `visible` and a provider: the element that its captcha is drawn in, and that it leaves empty. */
  container?: HTMLElement | undefined;
}

/** The captcha, for a site that asks for one. For browsers. It is this server's own. */
export function captcha(transport: Transport) {
  return {
    /** Tells when the site asks for a captcha, which kind is enough, and who checks it. */
    getCaptcha(call?: CallOptions): Promise<CaptchaSettings> {
      return transport.send(endpoints.describeCaptcha, {}, call);
    },

    /**
     * Solves one, after `login` or `register` has answered `missingCaptchaToken`. The site's own takes a telephone about a
     * second, beside the page; a provider's takes as long as the person does. Good once, for five minutes at most.
     *
     * @returns What goes into `captchaTokens` of the call that is made again.
     * @throws {PorchlightError} `CAPTCHA_NOT_SET_UP` where there is none of this kind; `CAPTCHA_FAILED` when the provider's script
     * cannot be loaded or gives up; kind `misconfigured` on a page without https.
     */
    async solveCaptcha({ purpose, kind, container }: CaptchaParams, call?: CallOptions): Promise<CaptchaTokens> {
      const task: CaptchaTask = await transport.send(
        endpoints.startCaptcha,
        { body: { purpose, kind } },
        { ...call, replay: false },
      );
      if (!task.proofOfWork && !(task.siteKey && task.scriptUrl))
        throw createError("contract", "MALFORMED_RESPONSE", "The server told nothing to do.");
      const token = await (task.proofOfWork
        ? solveProofOfWork(task.proofOfWork, call?.signal)
        : solveProviderCaptcha(task, { kind, container, signal: call?.signal })
      ).catch((error: unknown) => {
        if (isPorchlightError(error)) throw error;
        // Of a task that makes no sense, or of the provider's script.
        if (task.proofOfWork) throw createError("contract", "MALFORMED_RESPONSE", "The captcha makes no sense.", error);
        throw createError("captcha", "CAPTCHA_FAILED", "The captcha could not be made.", error);
      });
      return kind === "silent" ? { invisibleRecaptchaToken: token } : { recaptchaToken: token };
    },
  };
}

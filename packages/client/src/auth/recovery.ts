import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { CallOptions, Transport } from "../transport.ts";
import type { CaptchaToken } from "./authentication.ts";
import type { StateMachineResponse } from "./identity.ts";

/** Options of `recovery.sendRecoveryEmail`. */
export interface SendRecoveryEmailOptions {
  /** Required if the site requires a captcha. A Porchlight extension. */
  captchaTokens?: CaptchaToken[];
  /** Language tag of the email. Default: the site's language. */
  language?: string | null;
  /** Target of the link in the email: a registered page of the app. Default: the site's own page. */
  redirect?: { url?: string; clientId?: string | null };
}

export interface SendActivationEmailOptions {
  /** See {@link SendRecoveryEmailOptions}. */
  emailOptions?: Omit<SendRecoveryEmailOptions, "captchaTokens">;
}

/** Password recovery as single calls. */
export function recovery(transport: Transport) {
  return {
    /**
     * Emails a link for a new password if the member exists; the response is the same either way. The linked page finds
     * `token` in the URL fragment, for {@link recover}.
     *
     * @throws {PorchlightError} `REDIRECT_NOT_REGISTERED`; a violation of `email` if it is invalid; `-19971` and
     * `-19970` for the captcha. Source: spec §7, `POST /recovery/v1/send-email`.
     */
    async sendRecoveryEmail(email: string, options: SendRecoveryEmailOptions = {}, call?: CallOptions): Promise<void> {
      const conversion = conversions.sendRecoveryEmail;
      await transport.send(endpoints.sendRecoveryEmail, { body: { email, ...options } }, { ...call, conversion });
    },

    /**
     * Emails a link for account setup to a member created by `signOn`. Requires an API key of role admin.
     *
     * @param identityId The member's id, from `signOn` of `apiKeyAuthentication`.
     * @throws {PorchlightError} `NOT_ALLOWED` without such a key; `NOT_FOUND` for an unknown id;
     * `REDIRECT_NOT_REGISTERED`. Source: spec §7, `POST /recovery/v1/activation-email`.
     */
    async sendActivationEmail(
      identityId: string,
      options: SendActivationEmailOptions = {},
      call?: CallOptions,
    ): Promise<void> {
      const conversion = conversions.sendActivationEmail;
      await transport.send(
        endpoints.sendActivationEmail,
        { body: { identityId, ...options } },
        { ...call, conversion },
      );
    },

    /**
     * Sets the new password and continues as a sign-in: with SUCCESS, pass the session token to
     * `client.auth.completeLogin`. All other sessions of the member end. Without a password it only validates the link:
     * the response is REQUIRE_MISSING_FIELDS, with `passwordMinLength` and `email` in `additionalData`, and for the
     * setup of an invited account with `isFirstPassword` and the names.
     *
     * @param options `profile`: names; an empty one is removed. A Porchlight extension.
     * @throws {PorchlightError} `RECOVERY_TOKEN_INVALID`; a violation of `options.password` if it is too weak, which
     * does not invalidate the token. Source: spec §7, `POST /recovery/v1/recover`.
     */
    recover(
      recoveryToken: string,
      options: { password?: string | null; profile?: { firstName?: string | null; lastName?: string | null } } = {},
      call?: CallOptions,
    ): Promise<StateMachineResponse> {
      return transport.send(
        endpoints.recover,
        { body: { recoveryToken, ...options } },
        { ...call, replay: false, conversion: conversions.recover },
      );
    },
  };
}

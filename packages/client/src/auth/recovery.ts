import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { CallOptions, Transport } from "../transport.ts";
import type { CaptchaToken } from "./authentication.ts";
import type { StateMachineResponse } from "./identity.ts";

/** Options of `recovery.sendRecoveryEmail`. */
export interface SendRecoveryEmailOptions {
  /** Where the site asks for a captcha. It is this server's own. */
  captchaTokens?: CaptchaToken[];
  /** Language tag of the mail; the site's own unless given. */
  language?: string | null;
  /** Where the link in the mail leads: a page of the app, registered for it. The site's own page unless given. */
  redirect?: { url?: string; clientId?: string | null };
}

export interface SendActivationEmailOptions {
  /** As of {@link SendRecoveryEmailOptions}. */
  emailOptions?: Omit<SendRecoveryEmailOptions, "captchaTokens">;
}

/** The way back for members who forgot their password, as single calls. */
export function recovery(transport: Transport) {
  return {
    /**
     * Mails a link to a new password, if there is such a member: the answer is the same either way. The page that the link
     * opens finds `token` in the fragment of its address, for {@link recover}.
     *
     * @throws {PorchlightError} `REDIRECT_NOT_REGISTERED`; a violation of `email` when it is no e-mail; `-19971` and
     * `-19970` for the captcha. Source: spec §7, `POST /recovery/v1/send-email`.
     */
    async sendRecoveryEmail(email: string, options: SendRecoveryEmailOptions = {}, call?: CallOptions): Promise<void> {
      const conversion = conversions.sendRecoveryEmail;
      await transport.send(endpoints.sendRecoveryEmail, { body: { email, ...options } }, { ...call, conversion });
    },

    /**
     * Mails somebody whom a program has signed on a link to set up their account. Needs an API key of role admin.
     *
     * @param identityId The member's id, as `signOn` of `keyedAuthentication` told it.
     * @throws {PorchlightError} `NOT_ALLOWED` without such a key; `NOT_FOUND` for nobody's id; `REDIRECT_NOT_REGISTERED`.
     * Source: spec §7, `POST /recovery/v1/activation-email`.
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
     * Sets the new password and goes on as a sign-in does: with SUCCESS, hand the session token to
     * `client.auth.completeLogin`. Every other session of the member ends. Without a password it only asks whether the
     * link still works: the answer is then REQUIRE_MISSING_FIELDS, with `passwordMinLength` and `email` in `additionalData`, and
     * `isFirstPassword` and the names where somebody sets up an account that was made for them.
     *
     * @param options `profile`: their names, as they want them; an empty one is taken away. It is this server's own.
     *
     * @throws {PorchlightError} `RECOVERY_TOKEN_INVALID`; a violation of `options.password` when it is too weak, which does
     * not use the token up. Source: spec §7, `POST /recovery/v1/recover`.
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

import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { LoginRequest, RegisterRequest } from "@porchlight/contract/auth/sign-in/schema";
import type { CallOptions, Transport } from "../transport.ts";
import type { IdentityProfile, StateMachineResponse } from "./identity.ts";
import type { RawHttpResponse } from "./oauth.ts";

/** What identifies the member at sign-in. */
export interface LoginId {
  email: string;
}

/** A solved captcha. */
export interface CaptchaToken {
  Recaptcha?: string;
  InvisibleRecaptcha?: string;
  NoCaptcha?: string;
}

/** Options of `authentication.loginV2`. */
export interface LoginV2Options {
  password?: string;
  captchaTokens?: CaptchaToken[];
  /** Carried as it is. */
  clientMetaData?: Record<string, unknown> | null;
}

/** Options of `authentication.registerV2`. */
export interface RegisterV2Options extends LoginV2Options {
  profile?: IdentityProfile;
}

/** Result of `authentication.validateEmail`. */
export interface ValidateEmailResponse {
  valid: boolean;
  /** It is no e-mail address at all. */
  formatInvalid?: boolean;
}

/** Sign-up and sign-in as single calls, with the server's whole answer. `client.auth` makes a flow of them. */
export function authentication(transport: Transport) {
  return {
    /**
     * Signs up.
     *
     * @throws {PorchlightError} `-19995` when the e-mail is in use; a violation of `options.password` when it is too
     * weak; `-19971` and `-19970` for the captcha. Source: spec §7, `POST /v2/register`.
     */
    registerV2(loginId: LoginId, options: RegisterV2Options = {}, call?: CallOptions): Promise<StateMachineResponse> {
      const request = { body: { loginId, ...options } } as unknown as RegisterRequest;
      return transport.send(endpoints.register, request, { ...call, replay: false, conversion: conversions.register });
    },

    /**
     * Signs in.
     *
     * @throws {PorchlightError} `-19976` when e-mail and password do not match; `-19973` when a new password is due;
     * `-19971` and `-19970` for the captcha. Source: spec §7, `POST /v2/login`.
     */
    loginV2(loginId: LoginId, options: LoginV2Options = {}, call?: CallOptions): Promise<StateMachineResponse> {
      const request = { body: { loginId, ...options } } as unknown as LoginRequest;
      return transport.send(endpoints.login, request, { ...call, replay: false, conversion: conversions.login });
    },

    /**
     * Gives the signed-in member a new password. This session goes on, their others end.
     *
     * @param options `currentPassword` is needed where the sign-in is more than ten minutes ago. It is this server's own.
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED` without it then; `-19976` when it is wrong; a violation of
     * `newPassword` when that is too weak. Source: spec §7, `POST /v2/change-password`.
     */
    async changePassword(
      newPassword: string,
      options?: { currentPassword?: string },
      call?: CallOptions,
    ): Promise<void> {
      await transport.send(endpoints.changePassword, { body: { newPassword, ...options } }, call);
    },

    /**
     * Ends the hosted session; `client.auth.logout` does what pages need. The answer is the redirect to
     * `postLogoutRedirectUri`, as an HTTP message of its own.
     *
     * @throws {PorchlightError} `REDIRECT_NOT_REGISTERED`. Source: spec §7, `GET /v1/logout`.
     */
    logout(query: { postLogoutRedirectUri: string; clientId: string }, call?: CallOptions): Promise<RawHttpResponse> {
      return transport.send(endpoints.logout, { query }, { ...call, conversion: conversions.rawHttpMessage });
    },

    /** Tells whether this is an e-mail address by its form, not whose. Source: spec §7, `POST /v2/validate-email`. */
    validateEmail(email: string, call?: CallOptions): Promise<ValidateEmailResponse> {
      return transport.send(endpoints.validateEmail, { body: { email } }, call);
    },
  };
}

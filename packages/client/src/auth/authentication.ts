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
  /** Sent to the server unchanged. */
  clientMetaData?: Record<string, unknown> | null;
}

/** Options of `authentication.registerV2`. */
export interface RegisterV2Options extends LoginV2Options {
  profile?: IdentityProfile;
}

/** Result of `authentication.validateEmail`. */
export interface ValidateEmailResponse {
  valid: boolean;
  /** Not a valid email address. */
  formatInvalid?: boolean;
}

/**
 * Sign-up and sign-in as single calls that return the server's full response. `client.auth` combines them into a flow.
 */
export function authentication(transport: Transport) {
  return {
    /**
     * Signs up.
     *
     * @throws {PorchlightError} `-19995` if the email is in use; a violation of `options.password` if it is too weak;
     * `-19971` and `-19970` for the captcha. Source: spec §7, `POST /v2/register`.
     */
    registerV2(loginId: LoginId, options: RegisterV2Options = {}, call?: CallOptions): Promise<StateMachineResponse> {
      const request = { body: { loginId, ...options } } as unknown as RegisterRequest;
      return transport.send(endpoints.register, request, { ...call, replay: false, conversion: conversions.register });
    },

    /**
     * Signs in.
     *
     * @throws {PorchlightError} `-19976` if email and password do not match; `-19973` if a new password is required;
     * `-19971` and `-19970` for the captcha. Source: spec §7, `POST /v2/login`.
     */
    loginV2(loginId: LoginId, options: LoginV2Options = {}, call?: CallOptions): Promise<StateMachineResponse> {
      const request = { body: { loginId, ...options } } as unknown as LoginRequest;
      return transport.send(endpoints.login, request, { ...call, replay: false, conversion: conversions.login });
    },

    /**
     * Changes the signed-in member's password. This session continues; the member's other sessions end.
     *
     * @param options `currentPassword` is required if the sign-in is older than ten minutes. A Porchlight extension.
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED` if it is missing then; `-19976` if it is wrong; a violation
     * of `newPassword` if that is too weak. Source: spec §7, `POST /v2/change-password`.
     */
    async changePassword(
      newPassword: string,
      options?: { currentPassword?: string },
      call?: CallOptions,
    ): Promise<void> {
      await transport.send(endpoints.changePassword, { body: { newPassword, ...options } }, call);
    },

    /**
     * Ends the hosted session; pages use `client.auth.logout`. Returns the redirect to `postLogoutRedirectUri` as an
     * HTTP message.
     *
     * @throws {PorchlightError} `REDIRECT_NOT_REGISTERED`. Source: spec §7, `GET /v1/logout`.
     */
    logout(query: { postLogoutRedirectUri: string; clientId: string }, call?: CallOptions): Promise<RawHttpResponse> {
      return transport.send(endpoints.logout, { query }, { ...call, conversion: conversions.rawHttpMessage });
    },

    /** Checks the form of an email address, not its existence. Source: spec §7, `POST /v2/validate-email`. */
    validateEmail(email: string, call?: CallOptions): Promise<ValidateEmailResponse> {
      return transport.send(endpoints.validateEmail, { body: { email } }, call);
    },
  };
}

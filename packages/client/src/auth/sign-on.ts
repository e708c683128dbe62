import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { SignOnRequest } from "@porchlight/contract/auth/sign-in/schema";
import type { CallOptions, Transport } from "../transport.ts";
import { authentication, type LoginId } from "./authentication.ts";
import type { Identity, IdentityProfile } from "./identity.ts";

/** Options of the session token exchange for an external login. */
export interface SignOnOptions {
  profile?: IdentityProfile;
  /** The caller has verified that the email belongs to the member. */
  verifyEmail?: boolean;
  mergeExistingContact?: boolean;
}

/** Result of the session token exchange for an external login. */
export interface SignOnResponse {
  /** For `getMemberTokensForExternalLogin`. Valid once, for five minutes; absent if the member may not sign in. */
  sessionToken?: string;
  identity?: Identity;
}

/** Exchanges an external login for a session token; `transport` needs an API key of role admin. */
export function sendSignOn(
  transport: Transport,
  loginId: LoginId,
  options: SignOnOptions = {},
  call?: CallOptions,
): Promise<SignOnResponse> {
  const request = { body: { loginId, ...options } } as unknown as SignOnRequest;
  return transport.send(endpoints.signOn, request, { ...call, replay: false, conversion: conversions.signOn });
}

/** {@link authentication} plus the calls that require an API key. For servers, not pages. */
export function apiKeyAuthentication(transport: Transport) {
  return {
    ...authentication(transport),
    /**
     * Signs in a member whom the program has identified itself; creates new members.
     *
     * @throws {PorchlightError} `NOT_ALLOWED` without an API key of role admin; `SIGN_ON_NOT_CONFIRMED` if an account
     * with a password exists and the email is not verified on both sides. Source: spec §7, `POST /v2/sign-on`.
     */
    signOn: (loginId: LoginId, options?: SignOnOptions, call?: CallOptions): Promise<SignOnResponse> =>
      sendSignOn(transport, loginId, options, call),
  };
}

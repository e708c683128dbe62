import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { SignOnRequest } from "@porchlight/contract/auth/sign-in/schema";
import type { CallOptions, Transport } from "../transport.ts";
import { authentication, type LoginId } from "./authentication.ts";
import type { Identity, IdentityProfile } from "./identity.ts";

/** Options of the session token exchange for an external login. */
export interface SignOnOptions {
  profile?: IdentityProfile;
  /** The caller has confirmed that the e-mail is theirs. */
  verifyEmail?: boolean;
  mergeExistingContact?: boolean;
}

/** Result of the session token exchange for an external login. */
export interface SignOnResponse {
  /** For `getMemberTokensForExternalLogin`, once, five minutes; absent while the member may not sign in. */
  sessionToken?: string;
  identity?: Identity;
}

/** Signs somebody on; `transport` has to come with an API key of role admin. */
export function sendSignOn(
  transport: Transport,
  loginId: LoginId,
  options: SignOnOptions = {},
  call?: CallOptions,
): Promise<SignOnResponse> {
  const request = { body: { loginId, ...options } } as unknown as SignOnRequest;
  return transport.send(endpoints.signOn, request, { ...call, replay: false, conversion: conversions.signOn });
}

/** What {@link authentication} has, and what needs an API key. For programs; pages do without. */
export function apiKeyAuthentication(transport: Transport) {
  return {
    ...authentication(transport),
    /**
     * Signs on somebody whom the program knows by other means than a password; somebody new becomes a member.
     *
     * @throws {PorchlightError} `NOT_ALLOWED` without an API key of role admin; `SIGN_ON_NOT_CONFIRMED` when there is an
     * account with a password and the e-mail is not confirmed on both sides. Source: spec §7, `POST /v2/sign-on`.
     */
    signOn: (loginId: LoginId, options?: SignOnOptions, call?: CallOptions): Promise<SignOnResponse> =>
      sendSignOn(transport, loginId, options, call),
  };
}

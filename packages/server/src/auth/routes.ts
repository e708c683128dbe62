import * as captcha from "@porchlight/contract/auth/captcha-endpoints";
import { startCaptchaRequest } from "@porchlight/contract/auth/captcha-requests";
import * as auth from "@porchlight/contract/auth/endpoints";
import {
  activateFactorRequest,
  addFactorRequest,
  answerPushRequest,
  reauthenticateRequest,
  removeFactorRequest,
  verifyFactorRequest,
} from "@porchlight/contract/auth/factor-requests";
import { endSessionRequest } from "@porchlight/contract/auth/member-session-schema";
import * as passkeys from "@porchlight/contract/auth/passkey-endpoints";
import { renameFactorRequest, signInWithPasskeyRequest } from "@porchlight/contract/auth/passkey-requests";
import {
  changePasswordRequest,
  recoverRequest,
  sendActivationEmailRequest,
  sendRecoveryEmailRequest,
  validateEmailRequest,
} from "@porchlight/contract/auth/recovery";
import * as securityEvents from "@porchlight/contract/auth/security-event-endpoints";
import { listSecurityEventsRequest } from "@porchlight/contract/auth/security-event-schema";
import {
  loginRequest,
  registerRequest,
  resendDuringAuthenticationRequest,
  signOnRequest,
  startVerificationRequest,
  verifyDuringAuthenticationRequest,
} from "@porchlight/contract/auth/sign-in";
import {
  authorizedClientBody,
  tokenRequest as documentedTokenRequest,
  type RawHttpAnswer,
  rawHttpBody,
  type TokenAnswer,
  tokenInfoRequest,
  tokenRequestBody,
} from "@porchlight/contract/auth/token";
import * as z from "zod";
import type { Caller } from "../platform/context/caller.ts";
import { OAuthRefusal, Refusal } from "../platform/context/errors.ts";
import type { ServerContext } from "../platform/context/server-context.ts";
import { type Area, serve } from "../platform/http/serve.ts";
import { withSpokenLanguage } from "../platform/i18n/accept-language.ts";
import { describeCaptcha } from "./captcha/describe-captcha.ts";
import { startCaptcha } from "./captcha/start-captcha.ts";
import { activateFactor } from "./mfa/activate-factor.ts";
import { addFactor } from "./mfa/add-factor.ts";
import { listFactors } from "./mfa/list-factors.ts";
import { answerPush } from "./mfa/push/answer-push.ts";
import { reauthenticate } from "./mfa/reauthenticate.ts";
import { renewRecoveryCodes } from "./mfa/recovery-codes/renew-recovery-codes.ts";
import { removeFactor } from "./mfa/remove-factor.ts";
import { renameFactor } from "./mfa/rename-factor.ts";
import { verifyFactor } from "./mfa/verify-factor.ts";
import { signInWithPasskey } from "./passkeys/sign-in-with-passkey.ts";
import { beginPasskeySignIn } from "./passkeys/start-passkey-sign-in.ts";
import { changePassword } from "./recovery/change-password.ts";
import { recover } from "./recovery/recover.ts";
import { sendRecoveryEmail } from "./recovery/send-recovery-email.ts";
import { register } from "./registration/register.ts";
import { sendActivationEmail } from "./registration/send-activation-email.ts";
import { validateEmail } from "./registration/validate-email.ts";
import { endOtherSessions } from "./sessions/end-other-sessions.ts";
import { endSession } from "./sessions/end-session.ts";
import { listSecurityEvents } from "./sessions/list-security-events.ts";
import { listSessions } from "./sessions/list-sessions.ts";
import { login } from "./sign-in/login.ts";
import { vouchForMember } from "./tokens/exchange-api-key-for-member-token.ts";
import { exchangeAuthorizationCode } from "./tokens/exchange-authorization-code.ts";
import { readRawTokenRequest, toRawAnswer } from "./tokens/raw-http-body.ts";
import { readKeySet } from "./tokens/read-key-set.ts";
import { refreshSession } from "./tokens/refresh-session.ts";
import { signOn } from "./tokens/sign-on.ts";
import { startVisitorSession } from "./tokens/start-visitor-session.ts";
import { tokenInfo } from "./tokens/token-info.ts";
import { userInfo } from "./tokens/user-info.ts";
import { resendDuringAuthentication } from "./verification/resend-during-authentication.ts";
import { startVerification } from "./verification/start-verification.ts";
import { verifyDuringAuthentication } from "./verification/verify-during-authentication.ts";

const supportedGrants: readonly string[] = [
  ...tokenRequestBody.options.map((option) => option.shape.grantType.value),
  authorizedClientBody.shape.grant_type.value,
];
const otherGrantName = z.string().refine((grant) => !supportedGrants.includes(grant));
/** A well-formed request for a grant that there is not, in either spelling: told apart from an unfit request. */
const otherGrant = z
  .object({ grantType: otherGrantName })
  .or(z.object({ grant_type: otherGrantName }).transform(({ grant_type }) => ({ grantType: grant_type })));
const tokenRequest = z.object({ body: z.union([tokenRequestBody, authorizedClientBody, rawHttpBody, otherGrant]) });

const changes = { limit: "changes by an address", memberLimit: "changes by a member" } as const;

export function authRoutes(area: Area, context: ServerContext): void {
  serve(
    area,
    auth.register,
    registerRequest,
    (caller, request, address) => register(context, caller, request, address),
    {
      limit: "registrations from an address",
      read: (c, request) => withSpokenLanguage(request, c.req.header("accept-language")),
    },
  );
  serve(
    area,
    auth.login,
    loginRequest,
    (caller, request, address, userAgent) => login(context, caller, request, { address, userAgent }),
    { limit: "sign-in failures of an address", limitsFailures: true, unfit: () => new Refusal("-19976") },
  );
  serve(
    area,
    auth.verifyDuringAuthentication,
    verifyDuringAuthenticationRequest,
    (caller, request) => verifyDuringAuthentication(context, caller, request),
    { limit: "code tries of an address" },
  );
  serve(area, auth.resendDuringAuthentication, resendDuringAuthenticationRequest, (caller, request, address) =>
    resendDuringAuthentication(context, caller, request, address),
  );
  serve(area, auth.startVerification, startVerificationRequest, (caller, request, address) =>
    startVerification(context, caller, request, address),
  );
  serve(area, auth.sendRecoveryEmail, sendRecoveryEmailRequest, (caller, request, address) =>
    sendRecoveryEmail(context, caller, request, address),
  );
  serve(area, auth.sendActivationEmail, sendActivationEmailRequest, (caller, request, address) =>
    sendActivationEmail(context, caller, request, address),
  );
  serve(area, auth.recover, recoverRequest, (caller, request) => recover(context, caller, request), {
    limit: "code tries of an address",
  });
  serve(area, auth.changePassword, changePasswordRequest, (caller, request) =>
    changePassword(context, caller, request),
  );
  serve(area, auth.verifyFactor, verifyFactorRequest, (caller, request, address) =>
    verifyFactor(context, caller, request, address),
  );
  serve(area, auth.listFactors, z.object({}), (caller) => listFactors(context, caller));
  serve(
    area,
    auth.addFactor,
    addFactorRequest,
    (caller, request, address) => addFactor(context, caller, request, address),
    changes,
  );
  serve(
    area,
    auth.activateFactor,
    activateFactorRequest,
    (caller, request, address) => activateFactor(context, caller, request, address),
    changes,
  );
  serve(area, auth.answerPush, answerPushRequest, (_caller, request) => answerPush(context, request), {
    access: "anyone",
  });
  serve(
    area,
    auth.removeFactor,
    removeFactorRequest,
    (caller, request) => removeFactor(context, caller, request),
    changes,
  );
  serve(
    area,
    passkeys.renameFactor,
    renameFactorRequest,
    (caller, request) => renameFactor(context, caller, request),
    changes,
  );
  serve(area, passkeys.passkeyOptions, z.object({}), (caller) => beginPasskeySignIn(context, caller), {
    limit: "passkey sign-ins begun by an address",
  });
  serve(
    area,
    passkeys.signInWithPasskey,
    signInWithPasskeyRequest,
    (caller, request, address, userAgent) => signInWithPasskey(context, caller, request, { address, userAgent }),
    { limit: "sign-in failures of an address", limitsFailures: true },
  );
  serve(area, auth.renewRecoveryCodes, z.object({}), (caller) => renewRecoveryCodes(context, caller), changes);
  serve(
    area,
    auth.reauthenticate,
    reauthenticateRequest,
    (caller, request, address) => reauthenticate(context, caller, request, address),
    changes,
  );
  serve(area, auth.listSessions, z.object({}), (caller) => listSessions(context, caller));
  serve(area, auth.endSession, endSessionRequest, (caller, request) => endSession(context, caller, request), changes);
  serve(area, auth.endOtherSessions, z.object({}), (caller) => endOtherSessions(context, caller), changes);
  serve(area, securityEvents.listSecurityEvents, listSecurityEventsRequest, (caller, request) =>
    listSecurityEvents(context, caller, request),
  );
  serve(area, auth.validateEmail, validateEmailRequest, (_caller, request) => validateEmail(request));
  serve(area, captcha.describeCaptcha, z.object({}), () => describeCaptcha(context), { access: "anyone" });
  serve(area, captcha.startCaptcha, startCaptchaRequest, (_caller, request) => startCaptcha(context, request), {
    access: "anyone",
    limit: "captchas of an address",
  });
  serve(area, auth.token, tokenRequest, (caller, { body }, address) => issueTokens(context, caller, body, address), {
    access: "anyone",
    limit: "token requests of an address",
    unfit: () => new OAuthRefusal("invalid_request"),
    documented: documentedTokenRequest,
  });
  serve(area, auth.signOn, signOnRequest, (caller, request) => signOn(context, caller, request));
  serve(area, auth.tokenInfo, tokenInfoRequest, (caller, request) => tokenInfo(context, caller, request));
  serve(area, auth.userInfo, z.object({}), async (caller) => userInfo(caller));
  serve(area, auth.jwks, z.object({}), () => readKeySet(context), {
    access: "anyone",
    cacheControl: "public, max-age=300",
  });
}

async function issueTokens(
  context: ServerContext,
  caller: Caller,
  body: z.output<typeof tokenRequest>["body"],
  address: string,
): Promise<TokenAnswer | RawHttpAnswer> {
  if ("body" in body)
    return toRawAnswer(await issueTokens(context, caller, readRawTokenRequest(caller, body.body), address));
  if ("member_id" in body) return vouchForMember(context, caller, body);
  if ("clientId" in body || "refreshToken" in body) {
    switch (body.grantType) {
      case "anonymous":
        return startVisitorSession(context, body);
      case "refresh_token":
        return refreshSession(context, body, address);
      case "authorization_code":
        return exchangeAuthorizationCode(context, body);
    }
  }
  throw new OAuthRefusal("unsupported_grant_type");
}

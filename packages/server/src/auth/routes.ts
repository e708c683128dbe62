import { endSessionRequest, listSecurityEventsRequest } from "@porchlight/contract/auth/account/schema";
import * as securityEvents from "@porchlight/contract/auth/account/security-event-endpoints";
import * as captcha from "@porchlight/contract/auth/captcha/endpoints";
import { startCaptchaRequest } from "@porchlight/contract/auth/captcha/schema";
import * as auth from "@porchlight/contract/auth/endpoints";
import {
  activateFactorRequest,
  addFactorRequest,
  answerPushRequest,
  reauthenticateRequest,
  removeFactorRequest,
  verifyFactorRequest,
} from "@porchlight/contract/auth/mfa/schema";
import * as passkeys from "@porchlight/contract/auth/passkeys/endpoints";
import { renameFactorRequest, signInWithPasskeyRequest } from "@porchlight/contract/auth/passkeys/schema";
import {
  changePasswordRequest,
  recoverRequest,
  sendActivationEmailRequest,
  sendRecoveryEmailRequest,
  validateEmailRequest,
} from "@porchlight/contract/auth/recovery/schema";
import {
  loginRequest,
  registerRequest,
  resendDuringAuthenticationRequest,
  signOnRequest,
  startVerificationRequest,
  verifyDuringAuthenticationRequest,
} from "@porchlight/contract/auth/sign-in/schema";
import {
  authorizedClientBody,
  tokenRequest as documentedTokenRequest,
  type RawHttpResponse,
  rawHttpBody,
  type TokenResponse,
  tokenInfoRequest,
  tokenRequestBody,
} from "@porchlight/contract/auth/tokens/schema";
import * as z from "zod";
import { OAuthRefusal, Refusal } from "../platform/context/errors.ts";
import type { RequestContext } from "../platform/context/request-context.ts";
import { type Area, serve } from "../platform/http/serve.ts";
import { withAcceptedLanguage } from "../platform/i18n/texts.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { describeCaptcha, startCaptcha } from "./captcha/captcha.ts";
import { activateFactor } from "./mfa/activate-factor.ts";
import { addFactor } from "./mfa/add-factor.ts";
import { listFactors, renameFactor } from "./mfa/factors.ts";
import { answerPush } from "./mfa/push/push-response.ts";
import { reauthenticate } from "./mfa/reauthenticate.ts";
import { renewRecoveryCodes } from "./mfa/recovery-codes/renew-recovery-codes.ts";
import { removeFactor } from "./mfa/remove-factor.ts";
import { verifyFactor } from "./mfa/verify-factor.ts";
import { signInWithPasskey, startPasskeySignIn } from "./passkeys/sign-in-with-passkey.ts";
import { changePassword } from "./recovery/change-password.ts";
import { recover } from "./recovery/recover.ts";
import { sendRecoveryEmail } from "./recovery/send-recovery-email.ts";
import { register, validateEmail } from "./registration/register.ts";
import { sendActivationEmail } from "./registration/send-activation-email.ts";
import { endOtherSessions, endSession } from "./sessions/end-session.ts";
import { listSecurityEvents } from "./sessions/list-security-events.ts";
import { listSessions } from "./sessions/list-sessions.ts";
import { login } from "./sign-in/login.ts";
import { exchangeApiKeyForMemberToken } from "./tokens/exchange-api-key-for-member-token.ts";
import { exchangeAuthorizationCode } from "./tokens/exchange-authorization-code.ts";
import { startVisitorSession } from "./tokens/issue-tokens.ts";
import { parseRawTokenRequest, toRawResponse } from "./tokens/raw-http-body.ts";
import { refreshSession } from "./tokens/refresh-session.ts";
import { signOn } from "./tokens/sign-on.ts";
import { getKeySet } from "./tokens/signing-keys.ts";
import { tokenInfo, userInfo } from "./tokens/token-info.ts";
import { resendDuringAuthentication } from "./verification/resend-during-authentication.ts";
import { startVerification } from "./verification/start-verification.ts";
import { verifyDuringAuthentication } from "./verification/verify-during-authentication.ts";

const supportedGrants: readonly string[] = [
  ...tokenRequestBody.options.map((option) => option.shape.grantType.value),
  authorizedClientBody.shape.grant_type.value,
];
const otherGrantName = z.string().refine((grant) => !supportedGrants.includes(grant));
/** A well-formed request for an unsupported grant, which has its own error code. */
const otherGrant = z
  .object({ grantType: otherGrantName })
  .or(z.object({ grant_type: otherGrantName }).transform(({ grant_type }) => ({ grantType: grant_type })));
const tokenRequest = z.object({ body: z.union([tokenRequestBody, authorizedClientBody, rawHttpBody, otherGrant]) });

const changes = { limit: "changesPerIp", memberLimit: "changesPerMember" } as const;

export function authRoutes(area: Area, context: ServerContext): void {
  serve(area, auth.register, registerRequest, (request, input) => register(context, request, input), {
    limit: "registrationsPerIp",
    extendInput: (c, request) => withAcceptedLanguage(context.site, request, c.req.header("accept-language")),
  });
  serve(area, auth.login, loginRequest, (request, input) => login(context, request, input), {
    limit: "signInFailuresPerIp",
    countFailuresOnly: true,
    invalidRequestError: () => new Refusal("-19976"),
  });
  serve(
    area,
    auth.verifyDuringAuthentication,
    verifyDuringAuthenticationRequest,
    (request, input) => verifyDuringAuthentication(context, request, input),
    { limit: "codeAttemptsPerIp" },
  );
  serve(area, auth.resendDuringAuthentication, resendDuringAuthenticationRequest, (request, input) =>
    resendDuringAuthentication(context, request, input),
  );
  serve(area, auth.startVerification, startVerificationRequest, (request, input) =>
    startVerification(context, request, input),
  );
  serve(area, auth.sendRecoveryEmail, sendRecoveryEmailRequest, (request, input) =>
    sendRecoveryEmail(context, request, input),
  );
  serve(area, auth.sendActivationEmail, sendActivationEmailRequest, (request, input) =>
    sendActivationEmail(context, request, input),
  );
  serve(area, auth.recover, recoverRequest, (request, input) => recover(context, request, input), {
    limit: "codeAttemptsPerIp",
  });
  serve(area, auth.changePassword, changePasswordRequest, (request, input) => changePassword(context, request, input));
  serve(area, auth.verifyFactor, verifyFactorRequest, (request, input) => verifyFactor(context, request, input));
  serve(area, auth.listFactors, z.object({}), (request) => listFactors(context, request));
  serve(area, auth.addFactor, addFactorRequest, (request, input) => addFactor(context, request, input), changes);
  serve(
    area,
    auth.activateFactor,
    activateFactorRequest,
    (request, input) => activateFactor(context, request, input),
    changes,
  );
  serve(area, auth.answerPush, answerPushRequest, (_request, input) => answerPush(context, input), {
    access: "anyone",
  });
  serve(
    area,
    auth.removeFactor,
    removeFactorRequest,
    (request, input) => removeFactor(context, request, input),
    changes,
  );
  serve(
    area,
    passkeys.renameFactor,
    renameFactorRequest,
    (request, input) => renameFactor(context, request, input),
    changes,
  );
  serve(area, passkeys.passkeyOptions, z.object({}), (request) => startPasskeySignIn(context, request), {
    limit: "passkeySignInsPerIp",
  });
  serve(
    area,
    passkeys.signInWithPasskey,
    signInWithPasskeyRequest,
    (request, input) => signInWithPasskey(context, request, input),
    { limit: "signInFailuresPerIp", countFailuresOnly: true },
  );
  serve(area, auth.renewRecoveryCodes, z.object({}), (request) => renewRecoveryCodes(context, request), changes);
  serve(
    area,
    auth.reauthenticate,
    reauthenticateRequest,
    (request, input) => reauthenticate(context, request, input),
    changes,
  );
  serve(area, auth.listSessions, z.object({}), (request) => listSessions(context, request));
  serve(area, auth.endSession, endSessionRequest, (request, input) => endSession(context, request, input), changes);
  serve(area, auth.endOtherSessions, z.object({}), (request) => endOtherSessions(context, request), changes);
  serve(area, securityEvents.listSecurityEvents, listSecurityEventsRequest, (request, input) =>
    listSecurityEvents(context, request, input),
  );
  serve(area, auth.validateEmail, validateEmailRequest, (_request, input) => validateEmail(input));
  serve(area, captcha.describeCaptcha, z.object({}), () => describeCaptcha(context), { access: "anyone" });
  serve(area, captcha.startCaptcha, startCaptchaRequest, (_request, input) => startCaptcha(context, input), {
    access: "anyone",
    limit: "captchasPerIp",
  });
  serve(area, auth.token, tokenRequest, (request, { body }) => issueTokens(context, request, body), {
    access: "anyone",
    limit: "tokenRequestsPerIp",
    invalidRequestError: () => new OAuthRefusal("invalid_request"),
    documentedRequest: documentedTokenRequest,
  });
  serve(area, auth.signOn, signOnRequest, (request, input) => signOn(context, request, input));
  serve(area, auth.tokenInfo, tokenInfoRequest, (request, input) => tokenInfo(context, request, input));
  serve(area, auth.userInfo, z.object({}), async ({ caller }) => userInfo(caller));
  serve(area, auth.jwks, z.object({}), () => getKeySet(context), {
    access: "anyone",
    cacheControl: "public, max-age=300",
  });
}

async function issueTokens(
  context: ServerContext,
  request: RequestContext,
  body: z.output<typeof tokenRequest>["body"],
): Promise<TokenResponse | RawHttpResponse> {
  if ("body" in body)
    return toRawResponse(await issueTokens(context, request, parseRawTokenRequest(request.caller, body.body)));
  if ("member_id" in body) return exchangeApiKeyForMemberToken(context, request, body);
  if ("clientId" in body || "refreshToken" in body) {
    switch (body.grantType) {
      case "anonymous":
        return startVisitorSession(context, body);
      case "refresh_token":
        return refreshSession(context, body);
      case "authorization_code":
        return exchangeAuthorizationCode(context, body);
    }
  }
  throw new OAuthRefusal("unsupported_grant_type");
}

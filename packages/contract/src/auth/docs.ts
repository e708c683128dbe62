import type { EndpointDocs } from "../endpoint-docs.ts";
import { accountSummaryResponse, emailChangeResponse, securityEventsResponse } from "./account/schema.ts";
import {
  activateFactorResponse,
  addFactorResponse,
  captchaSettingsResponse,
  captchaTaskResponse,
  emptyResponse,
  factorsResponse,
  jwksResponse,
  passkeyOptionsResponse,
  rawHttpResponse,
  reauthenticateResponse,
  recoveryCodesResponse,
  renameFactorResponse,
  responsePushResponse,
  sessionsResponse,
  signOnResponse,
  stateMachineResponse,
  tokenInfoResponse,
  tokenResponse,
  userInfoResponse,
  validateEmailResponse,
  verificationResponse,
} from "./response-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";

export const authDocs = {
  register: {
    summary: "Sign up with email and password",
    description:
      "Creates a member. If the site requires email verification or approval, the state says what is missing. An email that is in use is rejected.",
    response: { description: "The state of the sign-up and the token to continue it.", schema: stateMachineResponse },
    errors: ["-19995", "-19971", "-19970"],
    example: { body: { loginId: { email: "ada@example.com" }, password: "a long walk by the sea" } },
  },
  login: {
    summary: "Sign in with email and password",
    description: "A wrong email and a wrong password return the same code `-19976`.",
    response: { description: "The state of the sign-in and the token to continue it.", schema: stateMachineResponse },
    errors: ["-19976", "-19973", "-19971", "-19970"],
    example: { body: { loginId: { email: "ada@example.com" }, password: "a long walk by the sea" } },
  },
  signOn: {
    summary: "Sign in a member identified by a program",
    description:
      "Requires an API key of role admin, alone or as `<access token>,<API key>`. Creates new members. An account with a password requires that the member has confirmed the email and that `verifyEmail` is true.",
    response: { description: "The member and a session token.", schema: signOnResponse },
    errors: ["NOT_ALLOWED", "SIGN_ON_NOT_CONFIRMED"],
    example: { body: { loginId: { email: "ada@example.com" }, verifyEmail: true } },
  },
  verifyDuringAuthentication: {
    summary: "Verify an email with the emailed code",
    response: { description: "The next state of the sign-in.", schema: stateMachineResponse },
    errors: ["VERIFICATION_FAILED", "STATE_TOKEN_INVALID"],
    example: { body: { code: "123456", stateToken: "…" } },
  },
  resendDuringAuthentication: {
    summary: "Email another code during a sign-in",
    description: "Previous codes become invalid.",
    response: { description: "The unchanged state of the sign-in.", schema: stateMachineResponse },
    errors: ["STATE_TOKEN_INVALID"],
    example: { body: { stateToken: "…" } },
  },
  verifyFactor: {
    summary: "Verify the second factor of a sign-in",
    description:
      "`emailData`, `smsData` and `callData` without a code request one: the response is `MFA_CHALLENGE`, and the code is sent by email, text message or call. It is valid for ten minutes and five attempts; a repeated request within a minute keeps it. `pushData` prompts the member's devices; poll it every other second: `MFA_CHALLENGE` with `additionalData.pushNumber`, which the page shows and the member selects on the device, until the device responds; after two minutes `PUSH_EXPIRED`. With `rememberThisDevice` the response has `additionalData.deviceToken`: later sign-ins with it in `clientMetaData.deviceToken` skip the second factor for 30 days. `webauthnData` without a credential returns `MFA_CHALLENGE` with the passkey challenge in `mfaChallengeData.webauthn`.",
    response: { description: "The next state of the sign-in.", schema: stateMachineResponse },
    errors: [
      "INVALID_CODE",
      "PUSH_DENIED",
      "PUSH_EXPIRED",
      "PASSKEY_REFUSED",
      "PASSKEY_UNKNOWN",
      "STATE_TOKEN_INVALID",
      "FACTOR_NOT_AVAILABLE",
    ],
    example: { params: { factorType: "TOTP" }, body: { stateToken: "…", totpData: { code: "123456" } } },
  },
  listFactors: {
    summary: "List your authentication factors",
    response: { description: "The password and the second factors, without secrets.", schema: factorsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  addFactor: {
    summary: "Start the enrollment of a second factor",
    description:
      "Sign-ins require it once it is activated. Requires a sign-in or reauthentication within the last ten minutes.",
    response: { description: "The factor and the data for the member's app or browser.", schema: addFactorResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "FACTOR_NOT_OFFERED", "TOO_MANY_FACTORS"],
    example: { body: { type: "TOTP" } },
  },
  activateFactor: {
    summary: "Complete the enrollment of a second factor",
    description:
      "Send the first code or the created passkey. Without a code another one is sent, for factors with sent codes; the factor stays `REQUIRE_ACTIVATION`. For a device, poll it every other second. Replaces an active factor of the same type, except authenticator apps, devices and passkeys.",
    response: { description: "The factor, and recovery codes if the member has none.", schema: activateFactorResponse },
    errors: ["NOT_ALLOWED", "FACTOR_NOT_FOUND", "INVALID_CODE", "PUSH_DENIED", "PUSH_EXPIRED", "PASSKEY_REFUSED"],
    example: { params: { factorId: exampleId }, body: { code: "123456" } },
  },
  answerPush: {
    summary: "Respond to a push notification",
    description:
      "For the recipient of the message webhook; requires only the token of the notification. It can be answered once. Only an approval with the displayed number counts; any other number denies the request.",
    response: { description: "Whether it was approved.", schema: responsePushResponse },
    errors: ["PUSH_TOKEN_INVALID"],
    example: { body: { pushToken: "…", approved: true, number: "42" } },
  },
  removeFactor: {
    summary: "Remove a second factor",
    description:
      "Removing the last one deletes the recovery codes. Requires a sign-in or reauthentication within the last ten minutes.",
    response: { description: "Nothing.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "FACTOR_NOT_FOUND"],
    example: { params: { factorId: exampleId } },
  },
  renameFactor: {
    summary: "Rename a second factor",
    description: "An empty name removes it.",
    response: { description: "The factor.", schema: renameFactorResponse },
    errors: ["NOT_ALLOWED", "FACTOR_NOT_FOUND"],
    example: { params: { factorId: exampleId }, body: { name: "Key on my ring" } },
  },
  passkeyOptions: {
    summary: "Start a sign-in with a passkey",
    description: "The same for all clients: the browser lets the user choose the passkey.",
    response: { description: "The challenge for the passkey.", schema: passkeyOptionsResponse },
    errors: ["FACTOR_NOT_OFFERED"],
    example: { body: {} },
  },
  signInWithPasskey: {
    summary: "Sign in with a passkey",
    description:
      "With user verification it satisfies both factors; otherwise a second factor is required, as after a password.",
    response: { description: "The state of the sign-in and the token to continue it.", schema: stateMachineResponse },
    errors: ["PASSKEY_REFUSED", "PASSKEY_UNKNOWN", "FACTOR_NOT_OFFERED"],
    example: { body: { webauthnData: { challengeId: exampleId, credential: "{…}" } } },
  },
  renewRecoveryCodes: {
    summary: "Replace the recovery codes",
    description:
      "The previous codes become invalid. Requires a sign-in or reauthentication within the last ten minutes.",
    response: { description: "The codes.", schema: recoveryCodesResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "FACTOR_NOT_FOUND"],
    example: {},
  },
  reauthenticate: {
    summary: "Reauthenticate",
    description:
      "With the password or a passkey; members without a password use the second factor. For ten minutes the member may change security settings. `REAUTHENTICATION_REQUIRED` lists the methods in `ways`. `factorType` without a code sends one, or prompts the device, which is polled every other second; with WEBAUTHN it returns the challenge for the passkey.",
    response: { description: "Whether the member is reauthenticated.", schema: reauthenticateResponse },
    errors: [
      "NOT_ALLOWED",
      "-19976",
      "FACTOR_NOT_AVAILABLE",
      "INVALID_CODE",
      "PASSKEY_REFUSED",
      "PASSKEY_UNKNOWN",
      "PUSH_DENIED",
      "PUSH_EXPIRED",
    ],
    example: { body: { password: "a long walk by the sea" } },
  },
  startVerification: {
    summary: "Start the verification of your email",
    description: "For a signed-in member, outside of a sign-in; for any member with an API key of role admin.",
    response: { description: "The id of the verification; the code is emailed.", schema: verificationResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "NOT_FOUND"],
    example: { body: { identityId: exampleId, target: "EMAIL" } },
  },
  sendRecoveryEmail: {
    summary: "Email a link for a new password",
    description:
      "Response and timing are the same whether or not the account exists. Without `redirect.url` the link opens the member site; with it, a page on a registered origin of the app. The token is in the fragment: `#token=…`.",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["REDIRECT_NOT_REGISTERED"],
    example: { body: { email: "ada@example.com", language: "en" } },
  },
  sendActivationEmail: {
    summary: "Email a link for account setup",
    description:
      "For members created by a program. Requires an API key of role admin, alone or as `<access token>,<API key>`. With the link the member sets their first password; it opens the member site, or `redirect.url`, a page on a registered origin of the app `redirect.clientId`. Beyond the limits of emails the response is the same, but no email is sent.",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "NOT_FOUND", "REDIRECT_NOT_REGISTERED"],
    example: { body: { identityId: exampleId, emailOptions: { language: "en" } } },
  },
  recover: {
    summary: "Set a new password with an emailed link",
    description:
      "Ends all other sessions of the member. A rejected password does not invalidate the token. Without a password it only validates the link: the state is `REQUIRE_MISSING_FIELDS`, with `passwordMinLength` and `email` in `additionalData` and, for an account without a password, `isFirstPassword` (1) and its names. `profile` changes the names.",
    response: { description: "The state of the sign-in, as after a correct password.", schema: stateMachineResponse },
    errors: ["RECOVERY_TOKEN_INVALID"],
    example: { body: { recoveryToken: "…", password: "a lamp in every window" } },
  },
  changePassword: {
    summary: "Change your password",
    description:
      "For a signed-in member. Ends the member's other sessions. `currentPassword` is required if the sign-in is older than ten minutes.",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "-19976"],
    example: { body: { newPassword: "a lamp in every window", currentPassword: "a long walk by the sea" } },
  },
  listSessions: {
    summary: "List your sessions",
    description: "For a signed-in member: active sessions, this one first, then by last use, at most 100.",
    response: { description: "The member's sessions.", schema: sessionsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  endSession: {
    summary: "End a session",
    description:
      "Its refresh tokens become invalid immediately, its access tokens within a second. Also ends the hosted session of its browser; other browsers stay signed in. Other members' sessions are reported as not found.",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "SESSION_NOT_FOUND"],
    example: { params: { sessionId: exampleId } },
  },
  endOtherSessions: {
    summary: "End all other sessions",
    description: "Also ends hosted sessions and pending sign-ins.",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  listSecurityEvents: {
    summary: "List the security events of your account",
    description:
      "For a signed-in member: sign-ins, failed attempts, password changes and other security events, newest first. Default `limit`: 50. `before` is the id of the oldest loaded event.",
    response: { description: "The events and whether there are older ones.", schema: securityEventsResponse },
    errors: ["NOT_ALLOWED"],
    example: { query: { limit: 20 } },
  },
  getAccountSummary: {
    summary: "Get a summary of your account",
    description: "For a signed-in member.",
    response: {
      description: "The number of the member's posts, whether there is a password, and a pending email change.",
      schema: accountSummaryResponse,
    },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  startEmailChange: {
    summary: "Start an email change",
    description:
      "Requires a sign-in or reauthentication within the last ten minutes. Sends a code to the new address; the email stays until it is confirmed. The response is the same for an address that is in use, whose owner is notified instead. A second request replaces the first.",
    response: { description: "The address and the expiry of the code.", schema: emailChangeResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: { body: { email: "ada@example.com" } },
  },
  confirmEmailChange: {
    summary: "Confirm an email change",
    description: "With the code from the email. The previous address is notified; links emailed to it become invalid.",
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "VERIFICATION_FAILED", "-19995"],
    example: { body: { code: "123456" } },
  },
  cancelEmailChange: {
    summary: "Cancel an email change",
    response: {
      description: "An empty object, also if there was no pending change.",
      schema: emptyResponse,
    },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  logout: {
    summary: "Sign out",
    description:
      "Ends the caller's session, as a redirect session with the intent `logout` does. `postLogoutRedirectUri` must be on a registered origin of the app.",
    response: {
      description: "A redirect for the browser, which also ends the hosted session.",
      schema: rawHttpResponse,
    },
    errors: ["REDIRECT_NOT_REGISTERED"],
    example: { query: { postLogoutRedirectUri: "https://example.com/bye", clientId: exampleId } },
  },
  validateEmail: {
    summary: "Validate the form of an email address",
    description: "Does not reveal whether the address exists or has an account.",
    response: { description: "Whether it is valid.", schema: validateEmailResponse },
    example: { body: { email: "ada@example.com" } },
  },
  describeCaptcha: {
    summary: "Get the captcha settings",
    description: "For pages with a captcha. Sign-in, sign-up and `send-email` return `-19971` if they require one.",
    response: {
      description: "When a captcha is required, which kind, and the provider.",
      schema: captchaSettingsResponse,
    },
    example: {},
  },
  startCaptcha: {
    summary: "Start a captcha",
    description:
      "Pass the resulting token in `captchaTokens`, once, within five minutes: as `InvisibleRecaptcha` if silent, as `Recaptcha` if visible.",
    response: { description: "The task for the browser.", schema: captchaTaskResponse },
    errors: ["CAPTCHA_NOT_SET_UP"],
    example: { body: { purpose: "login", kind: "silent" } },
  },
  token: {
    summary: "Get tokens",
    description:
      "Grants `anonymous` (a visitor), `refresh_token` and `authorization_code` with PKCE; `authorized_client` for a program with `<access token>,<API key>`. Send the access token unchanged in the `Authorization` header of every other call.",
    response: {
      description: "An access token with its lifetime, and a refresh token.",
      schema: tokenResponse.or(rawHttpResponse),
    },
    errors: ["invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type"],
    example: { body: { grantType: "anonymous", clientId: exampleId } },
  },
  tokenInfo: {
    summary: "Introspect an access token",
    description: "With an API key any token of the site, otherwise the caller's own. Source: RFC 7662.",
    response: { description: "The subject and expiry of the token.", schema: tokenInfoResponse },
    example: { body: { token: "…" } },
  },
  userInfo: {
    summary: "Get the subject of the access token",
    response: { description: "The id of the member, of the visitor, or of the API key.", schema: userInfoResponse },
    example: {},
  },
  jwks: {
    summary: "Get the public keys of access tokens",
    description: "For services that verify access tokens themselves. Source: RFC 7517.",
    response: { description: "The current keys.", schema: jwksResponse },
    example: {},
  },
} as const satisfies Record<string, EndpointDocs>;

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
    summary: "Sign up with e-mail and password",
    description:
      "Makes a member. Where the site confirms e-mails or approves members, the state says what is still missing; a taken e-mail is refused.",
    response: { description: "Where the sign-up stands, and what carries it on.", schema: stateMachineResponse },
    errors: ["-19995", "-19971", "-19970"],
    example: { body: { loginId: { email: "ada@example.com" }, password: "a long walk by the sea" } },
  },
  login: {
    summary: "Sign in with e-mail and password",
    description: "Whatever is wrong with e-mail or password, the answer is the same code `-19976`.",
    response: { description: "Where the sign-in stands, and what carries it on.", schema: stateMachineResponse },
    errors: ["-19976", "-19973", "-19971", "-19970"],
    example: { body: { loginId: { email: "ada@example.com" }, password: "a long walk by the sea" } },
  },
  signOn: {
    summary: "Sign on somebody whom a program knows by other means",
    description:
      "Needs an API key of role admin, alone or as `<access token>,<API key>`. Somebody new becomes a member at once. An account with a password is entered only where the member has confirmed the e-mail and `verifyEmail` says that the program has too.",
    response: { description: "The member, and what their tokens are got with.", schema: signOnResponse },
    errors: ["NOT_ALLOWED", "SIGN_ON_NOT_CONFIRMED"],
    example: { body: { loginId: { email: "ada@example.com" }, verifyEmail: true } },
  },
  verifyDuringAuthentication: {
    summary: "Confirm an e-mail with the code that was mailed",
    response: { description: "The sign-in, one step further.", schema: stateMachineResponse },
    errors: ["VERIFICATION_FAILED", "STATE_TOKEN_INVALID"],
    example: { body: { code: "123456", stateToken: "…" } },
  },
  resendDuringAuthentication: {
    summary: "Mail another code during a sign-in",
    description: "The codes mailed before stop counting.",
    response: { description: "The sign-in, where it stood.", schema: stateMachineResponse },
    errors: ["STATE_TOKEN_INVALID"],
    example: { body: { stateToken: "…" } },
  },
  verifyFactor: {
    summary: "Take the second step of a sign-in",
    description:
      "`emailData`, `smsData` and `callData` without a code ask for one: the answer is `MFA_CHALLENGE`, and the code comes by mail, text or call. It works ten minutes and five tries; asked for again within a minute it stays the same one. `pushData` asks the member's devices, and asked again every other second tells what came of it: `MFA_CHALLENGE` with `additionalData.pushNumber`, which the page shows and the member chooses on the device, while nobody has answered; after two minutes `PUSH_EXPIRED`. With `rememberThisDevice` the answer carries `additionalData.deviceToken`: a later sign-in that shows it in `clientMetaData.deviceToken` is not asked for 30 days. `webauthnData` without a credential answers `MFA_CHALLENGE` with what the passkey is asked, in `mfaChallengeData.webauthn`.",
    response: { description: "The sign-in, one step further.", schema: stateMachineResponse },
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
    summary: "List one's ways to prove who one is",
    response: { description: "The password and the second steps, without secrets.", schema: factorsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  addFactor: {
    summary: "Begin to set up a second step",
    description:
      "It is asked for at sign-in once it is activated. Needs a sign-in, or the password, of the last ten minutes.",
    response: { description: "The factor, and what the member's app or browser needs.", schema: addFactorResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "FACTOR_NOT_OFFERED", "TOO_MANY_FACTORS"],
    example: { body: { type: "TOTP" } },
  },
  activateFactor: {
    summary: "Finish the setting-up of a second step with a first code, or with the passkey that was made",
    description:
      "Without a code another one is sent, where it is one that is sent; the factor stays `REQUIRE_ACTIVATION`. For a device this is how to learn, every other second, whether it was approved there. An active factor of the same kind is replaced, but for authenticator apps, devices and passkeys.",
    response: { description: "The factor, and recovery codes for whoever has none.", schema: activateFactorResponse },
    errors: ["NOT_ALLOWED", "FACTOR_NOT_FOUND", "INVALID_CODE", "PUSH_DENIED", "PUSH_EXPIRED", "PASSKEY_REFUSED"],
    example: { params: { factorId: exampleId }, body: { code: "123456" } },
  },
  answerPush: {
    summary: "Answer a question on a device",
    description:
      "For whoever was asked through the message webhook; the token of the question is all that is needed. A question is answered once. Approved is what is approved with the number that the page shows; any other one is a refusal.",
    response: { description: "What it counts as.", schema: responsePushResponse },
    errors: ["PUSH_TOKEN_INVALID"],
    example: { body: { pushToken: "…", approved: true, number: "42" } },
  },
  removeFactor: {
    summary: "Remove a second step",
    description: "With the last one go the recovery codes. Needs a sign-in, or the password, of the last ten minutes.",
    response: { description: "Nothing.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "FACTOR_NOT_FOUND"],
    example: { params: { factorId: exampleId } },
  },
  renameFactor: {
    summary: "Give a second step another name",
    description: "An empty one takes the name away.",
    response: { description: "The factor.", schema: renameFactorResponse },
    errors: ["NOT_ALLOWED", "FACTOR_NOT_FOUND"],
    example: { params: { factorId: exampleId }, body: { name: "Key on my ring" } },
  },
  passkeyOptions: {
    summary: "Begin to sign in with a passkey",
    description: "For everybody the same: which passkey it is, and so whose, the browser asks.",
    response: { description: "What the passkey is asked.", schema: passkeyOptionsResponse },
    errors: ["FACTOR_NOT_OFFERED"],
    example: { body: {} },
  },
  signInWithPasskey: {
    summary: "Sign in with a passkey",
    description:
      "One that has made sure who uses it counts as both steps; after another one a second step is asked for, as after a password.",
    response: { description: "Where the sign-in stands, and what carries it on.", schema: stateMachineResponse },
    errors: ["PASSKEY_REFUSED", "PASSKEY_UNKNOWN", "FACTOR_NOT_OFFERED"],
    example: { body: { webauthnData: { challengeId: exampleId, credential: "{…}" } } },
  },
  renewRecoveryCodes: {
    summary: "Make new recovery codes",
    description: "The former ones stop working. Needs a sign-in, or the password, of the last ten minutes.",
    response: { description: "The codes.", schema: recoveryCodesResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "FACTOR_NOT_FOUND"],
    example: {},
  },
  reauthenticate: {
    summary: "Prove again who one is",
    description:
      "With the password or a passkey; without a password by the second step. For ten minutes the member may change what protects the account. `REAUTHENTICATION_REQUIRED` tells in `ways` what the member can prove it with. `factorType` without a code has one sent, or asks the device, which is asked again every other second; with WEBAUTHN it tells what the passkey is asked.",
    response: { description: "Whether it is proved now.", schema: reauthenticateResponse },
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
    summary: "Start the verification of one's own e-mail",
    description: "For a signed-in member, outside of a sign-in; for any member with an API key of role admin.",
    response: { description: "The verification's id; the code is on its way by mail.", schema: verificationResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: { body: { identityId: exampleId, target: "EMAIL" } },
  },
  sendRecoveryEmail: {
    summary: "Mail a link for a new password",
    description:
      "The answer is the same, and as quick, whoever has an account. Without `redirect.url` the link opens the member site; with it, a page on an origin that the app has registered. The token is in the fragment: `#token=…`.",
    response: { description: "An empty object: the request is written down.", schema: emptyResponse },
    errors: ["REDIRECT_NOT_REGISTERED"],
    example: { body: { email: "ada@example.com", language: "en" } },
  },
  sendActivationEmail: {
    summary: "Invite somebody to set up the account that was made for them",
    description:
      "Needs an API key of role admin, alone or as `<access token>,<API key>`. The link lets the member choose their first password; it opens the member site, or `redirect.url`, a page on an origin that the app `redirect.clientId` has registered. Beyond the limits of mails the answer is the same and no mail leaves.",
    response: { description: "An empty object: the mail is on its way.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "NOT_FOUND", "REDIRECT_NOT_REGISTERED"],
    example: { body: { identityId: exampleId, emailOptions: { language: "en" } } },
  },
  recover: {
    summary: "Set a new password by the link from the mail",
    description:
      "Ends every other session of the member. A password that the rules refuse does not use the token up. Without a password it changes nothing: the state is `REQUIRE_MISSING_FIELDS` while the link still works, and `additionalData` tells `passwordMinLength`, `email` and, for an account that has had no password yet, `isFirstPassword` (1) and the names it was made with. `profile` sets them.",
    response: { description: "Where the sign-in stands, as after a right password.", schema: stateMachineResponse },
    errors: ["RECOVERY_TOKEN_INVALID"],
    example: { body: { recoveryToken: "…", password: "a lamp in every window" } },
  },
  changePassword: {
    summary: "Change one's own password",
    description:
      "For a signed-in member, whose other sessions end. `currentPassword` is needed when the sign-in is more than ten minutes old.",
    response: { description: "An empty object: the password is the new one.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "-19976"],
    example: { body: { newPassword: "a lamp in every window", currentPassword: "a long walk by the sea" } },
  },
  listSessions: {
    summary: "List where one is signed in",
    description:
      "For a signed-in member: the sessions that have neither ended nor expired, this one first, then the last used ones, at most 100.",
    response: { description: "The member's sessions.", schema: sessionsResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  endSession: {
    summary: "End one of one's own sessions",
    description:
      "Its refresh tokens are worth nothing from now on, its access tokens within a second. The hosted session of its browser ends with it; other browsers stay signed in. Somebody else's session is answered like one that there is not.",
    response: { description: "An empty object: the session has ended.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "SESSION_NOT_FOUND"],
    example: { params: { sessionId: exampleId } },
  },
  endOtherSessions: {
    summary: "End all of one's own sessions but this one",
    description: "Hosted sessions and sign-ins under way, which have no session yet, end too.",
    response: { description: "An empty object: only this session is left.", schema: emptyResponse },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  listSecurityEvents: {
    summary: "List what happened to one's own account",
    description:
      "For a signed-in member: sign-ins, failures, new passwords and whatever else protects the account, the latest first, 50 unless `limit` says otherwise. `before`, the id of the oldest one known, brings older ones.",
    response: { description: "The events, and whether there are older ones.", schema: securityEventsResponse },
    errors: ["NOT_ALLOWED"],
    example: { query: { limit: 20 } },
  },
  getAccountFacts: {
    summary: "What there is to know of one's own account",
    description: "For a signed-in member.",
    response: {
      description: "How many posts carry their name, and a new e-mail not confirmed yet.",
      schema: accountSummaryResponse,
    },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  startEmailChange: {
    summary: "Ask for a new e-mail",
    description:
      "For a signed-in member who has signed in or proved their password within ten minutes. A code goes to the new address; until it comes back, the e-mail stays. An address with an account is answered like any other, and its owner gets a mail instead. A second request replaces the first.",
    response: { description: "The address, and until when it can be confirmed.", schema: emailChangeResponse },
    errors: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: { body: { email: "ada@example.com" } },
  },
  confirmEmailChange: {
    summary: "Confirm a new e-mail",
    description:
      "With the code from the mail. The former address gets a notice; links that were mailed to it are worth nothing from now on.",
    response: { description: "An empty object: the e-mail is the new one.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "VERIFICATION_FAILED", "-19995"],
    example: { body: { code: "123456" } },
  },
  cancelEmailChange: {
    summary: "Forget a new e-mail that is not confirmed yet",
    response: {
      description: "An empty object: the e-mail stays, also where none was asked for.",
      schema: emptyResponse,
    },
    errors: ["NOT_ALLOWED"],
    example: {},
  },
  logout: {
    summary: "Sign out",
    description:
      "Ends the caller's session, as a redirect session of the intent `logout` does. `postLogoutRedirectUri` lies on an origin that the app has registered.",
    response: {
      description: "A redirect, to be followed by the browser: it ends the hosted session too.",
      schema: rawHttpResponse,
    },
    errors: ["REDIRECT_NOT_REGISTERED"],
    example: { query: { postLogoutRedirectUri: "https://example.com/bye", clientId: exampleId } },
  },
  validateEmail: {
    summary: "Tell whether a text is an e-mail address",
    description: "By its form alone; whose it is, and whether it is anybody's, is not told.",
    response: { description: "Whether it is one.", schema: validateEmailResponse },
    example: { body: { email: "ada@example.com" } },
  },
  describeCaptcha: {
    summary: "What captcha the site asks for",
    description: "For pages that show one. Sign-in, sign-up and `send-email` say `-19971` when they want one.",
    response: { description: "When, which kind, and who checks it.", schema: captchaSettingsResponse },
    example: {},
  },
  startCaptcha: {
    summary: "Begin a captcha",
    description:
      "The token that comes of it goes into `captchaTokens`, once, within five minutes: as `InvisibleRecaptcha` where it is silent, as `Recaptcha` where it is visible.",
    response: { description: "What the browser is to do.", schema: captchaTaskResponse },
    errors: ["CAPTCHA_NOT_SET_UP"],
    example: { body: { purpose: "login", kind: "silent" } },
  },
  token: {
    summary: "Get tokens",
    description:
      "Grants `anonymous` (a visitor), `refresh_token` and `authorization_code` with PKCE; `authorized_client` for a program with `<access token>,<API key>`. The access token goes, as it is, into the `Authorization` header of every other call.",
    response: {
      description: "An access token, how long it lives, and the refresh token that gets the next one.",
      schema: tokenResponse,
    },
    errors: ["invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type"],
    example: { body: { grantType: "anonymous", clientId: exampleId } },
  },
  tokenInfo: {
    summary: "What an access token stands for",
    description: "With an API key any token of the site, otherwise the caller's own. Source: RFC 7662.",
    response: { description: "Whose it is, and until when.", schema: tokenInfoResponse },
    example: { body: { token: "…" } },
  },
  userInfo: {
    summary: "Whom the request's access token speaks for",
    response: { description: "The id of the member, of the visitor, or of the API key.", schema: userInfoResponse },
    example: {},
  },
  jwks: {
    summary: "Public keys of access tokens",
    description: "For services that check access tokens themselves. Source: RFC 7517.",
    response: { description: "The keys that verify now.", schema: jwksResponse },
    example: {},
  },
} as const satisfies Record<string, EndpointDocs>;

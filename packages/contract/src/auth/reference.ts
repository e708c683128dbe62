import type { EndpointReference } from "../endpoint-reference.ts";
import {
  emptyAnswer,
  jwksAnswer,
  rawHttpAnswer,
  sessionsAnswer,
  signOnAnswer,
  stateMachineAnswer,
  tokenAnswer,
  tokenInfoAnswer,
  userInfoAnswer,
  validateEmailAnswer,
  verificationAnswer,
} from "./answer-schema.ts";

const exampleId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";

export const authReferences = {
  register: {
    summary: "Sign up with e-mail and password",
    description:
      "Makes a member. Where the site confirms e-mails or approves members, the state says what is still missing; a taken e-mail is refused.",
    answer: { description: "Where the sign-up stands, and what carries it on.", schema: stateMachineAnswer },
    refuses: ["-19995", "-19971", "-19970"],
    example: { body: { loginId: { email: "ada@example.com" }, password: "a long walk by the sea" } },
  },
  login: {
    summary: "Sign in with e-mail and password",
    description: "Whatever is wrong with e-mail or password, the answer is the same code `-19976`.",
    answer: { description: "Where the sign-in stands, and what carries it on.", schema: stateMachineAnswer },
    refuses: ["-19976", "-19973", "-19971", "-19970"],
    example: { body: { loginId: { email: "ada@example.com" }, password: "a long walk by the sea" } },
  },
  signOn: {
    summary: "Sign on somebody whom a program knows by other means",
    description:
      "Needs an API key of role admin, alone or as `<access token>,<API key>`. Somebody new becomes a member at once. An account with a password is entered only where the member has confirmed the e-mail and `verifyEmail` says that the program has too.",
    answer: { description: "The member, and what their tokens are got with.", schema: signOnAnswer },
    refuses: ["NOT_ALLOWED", "SIGN_ON_NOT_CONFIRMED"],
    example: { body: { loginId: { email: "ada@example.com" }, verifyEmail: true } },
  },
  verifyDuringAuthentication: {
    summary: "Confirm an e-mail with the code that was mailed",
    answer: { description: "The sign-in, one step further.", schema: stateMachineAnswer },
    refuses: ["VERIFICATION_FAILED", "STATE_TOKEN_INVALID"],
    example: { body: { code: "123456", stateToken: "…" } },
  },
  resendDuringAuthentication: {
    summary: "Mail another code during a sign-in",
    description: "The codes mailed before stop counting.",
    answer: { description: "The sign-in, where it stood.", schema: stateMachineAnswer },
    refuses: ["STATE_TOKEN_INVALID"],
    example: { body: { stateToken: "…" } },
  },
  startVerification: {
    summary: "Start the verification of one's own e-mail",
    description: "For a signed-in member, outside of a sign-in; for any member with an API key of role admin.",
    answer: { description: "The verification's id; the code is on its way by mail.", schema: verificationAnswer },
    refuses: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED"],
    example: { body: { identityId: exampleId, target: "EMAIL" } },
  },
  sendRecoveryEmail: {
    summary: "Mail a link for a new password",
    description:
      "The answer is the same, and as quick, whoever has an account. Without `redirect.url` the link opens the member site; with it, a page on an origin that the app has registered. The token is in the fragment: `#token=…`.",
    answer: { description: "An empty object: the request is written down.", schema: emptyAnswer },
    refuses: ["REDIRECT_NOT_REGISTERED"],
    example: { body: { email: "ada@example.com", language: "en" } },
  },
  sendActivationEmail: {
    summary: "Invite somebody to set up the account that was made for them",
    description:
      "Needs an API key of role admin, alone or as `<access token>,<API key>`. The link lets the member choose their first password; it opens the member site, or `redirect.url`, a page on an origin that the app `redirect.clientId` has registered. Beyond the limits of mails the answer is the same and no mail leaves.",
    answer: { description: "An empty object: the mail is on its way.", schema: emptyAnswer },
    refuses: ["NOT_ALLOWED", "NOT_FOUND", "REDIRECT_NOT_REGISTERED"],
    example: { body: { identityId: exampleId, emailOptions: { language: "en" } } },
  },
  recover: {
    summary: "Set a new password by the link from the mail",
    description:
      "Ends every other session of the member. A password that the rules refuse does not use the token up. Without a password it changes nothing: the state is `REQUIRE_MISSING_FIELDS` while the link still works, and `additionalData` tells `passwordMinLength`, `email` and, for an account that has had no password yet, `isFirstPassword` (1) and the names it was made with. `profile` sets them.",
    answer: { description: "Where the sign-in stands, as after a right password.", schema: stateMachineAnswer },
    refuses: ["RECOVERY_TOKEN_INVALID"],
    example: { body: { recoveryToken: "…", password: "a lamp in every window" } },
  },
  changePassword: {
    summary: "Change one's own password",
    description:
      "For a signed-in member, whose other sessions end. `currentPassword` is needed when the sign-in is more than ten minutes old.",
    answer: { description: "An empty object: the password is the new one.", schema: emptyAnswer },
    refuses: ["NOT_ALLOWED", "REAUTHENTICATION_REQUIRED", "-19976"],
    example: { body: { newPassword: "a lamp in every window", currentPassword: "a long walk by the sea" } },
  },
  listSessions: {
    summary: "List where one is signed in",
    description:
      "For a signed-in member: the sessions that have neither ended nor expired, this one first, then the last used ones, at most 100.",
    answer: { description: "The member's sessions.", schema: sessionsAnswer },
    refuses: ["NOT_ALLOWED"],
    example: {},
  },
  endSession: {
    summary: "End one of one's own sessions",
    description:
      "Its refresh tokens are worth nothing from now on, its access tokens within a second. Hosted sessions of the member end with it. Somebody else's session is answered like one that there is not.",
    answer: { description: "An empty object: the session has ended.", schema: emptyAnswer },
    refuses: ["NOT_ALLOWED", "SESSION_NOT_FOUND"],
    example: { params: { sessionId: exampleId } },
  },
  endOtherSessions: {
    summary: "End all of one's own sessions but this one",
    description: "Hosted sessions and sign-ins under way, which have no session yet, end too.",
    answer: { description: "An empty object: only this session is left.", schema: emptyAnswer },
    refuses: ["NOT_ALLOWED"],
    example: {},
  },
  logout: {
    summary: "Sign out",
    description:
      "Ends the caller's session, as a redirect session of the intent `logout` does. `postLogoutRedirectUri` lies on an origin that the app has registered.",
    answer: {
      description: "A redirect, to be followed by the browser: it ends the hosted session too.",
      schema: rawHttpAnswer,
    },
    refuses: ["REDIRECT_NOT_REGISTERED"],
    example: { query: { postLogoutRedirectUri: "https://example.com/bye", clientId: exampleId } },
  },
  validateEmail: {
    summary: "Tell whether a text is an e-mail address",
    description: "By its form alone; whose it is, and whether it is anybody's, is not told.",
    answer: { description: "Whether it is one.", schema: validateEmailAnswer },
    example: { body: { email: "ada@example.com" } },
  },
  token: {
    summary: "Get tokens",
    description:
      "Grants `anonymous` (a visitor), `refresh_token` and `authorization_code` with PKCE; `authorized_client` for a program with `<access token>,<API key>`. The access token goes, as it is, into the `Authorization` header of every other call.",
    answer: {
      description: "An access token, how long it lives, and the refresh token that gets the next one.",
      schema: tokenAnswer,
    },
    refuses: ["invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type"],
    example: { body: { grantType: "anonymous", clientId: exampleId } },
  },
  tokenInfo: {
    summary: "What an access token stands for",
    description: "With an API key any token of the site, otherwise the caller's own. Source: RFC 7662.",
    answer: { description: "Whose it is, and until when.", schema: tokenInfoAnswer },
    example: { body: { token: "…" } },
  },
  userInfo: {
    summary: "Whom the request's access token speaks for",
    answer: { description: "The id of the member, of the visitor, or of the API key.", schema: userInfoAnswer },
    example: {},
  },
  jwks: {
    summary: "Public keys of access tokens",
    description: "For services that check access tokens themselves. Source: RFC 7517.",
    answer: { description: "The keys that verify now.", schema: jwksAnswer },
    example: {},
  },
} as const satisfies Record<string, EndpointReference>;

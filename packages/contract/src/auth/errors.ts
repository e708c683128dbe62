/** Sign-in codes are numeric text, as the contract specifies. Source: spec §8. */
export const authErrors = {
  "-19995": { status: 409, message: "There is already an account with this email." },
  "-19976": { status: 401, message: "The email and password do not match." },
  "-19973": { status: 401, message: "A new password is required before signing in." },
  "-19971": { status: 400, message: "A captcha token is required." },
  "-19970": { status: 400, message: "The captcha token is invalid." },
  CAPTCHA_NOT_SET_UP: { status: 409, message: "This site has no captcha of this kind." },
  SIGN_ON_NOT_CONFIRMED: {
    status: 409,
    message: "There is an account with this email, and the email has not been verified on both sides.",
  },
  VERIFICATION_FAILED: { status: 400, message: "The code is wrong, has expired, or was used before." },
  STATE_TOKEN_INVALID: { status: 400, message: "This sign-in has expired. Sign in again to get a new code." },
  INVALID_CODE: { status: 400, message: "The code is wrong or was used before." },
  FACTOR_NOT_AVAILABLE: { status: 400, message: "You have not set up this second factor. Use another one." },
  FACTOR_NOT_OFFERED: { status: 403, message: "This site does not offer this second factor. Use another one." },
  FACTOR_NOT_FOUND: { status: 404, message: "You have no such second factor. It may have been removed." },
  TOO_MANY_FACTORS: {
    status: 409,
    message: "You have reached the maximum number of second factors. Remove one first.",
  },
  PUSH_DENIED: { status: 400, message: "The request was denied on the device." },
  PUSH_EXPIRED: { status: 400, message: "The device did not respond in time. Send the request again." },
  PUSH_TOKEN_INVALID: {
    status: 400,
    message: "This request has been answered, has expired, or was replaced by a newer one.",
  },
  PASSKEY_REFUSED: { status: 400, message: "This passkey was not accepted. Try again, or sign in another way." },
  PASSKEY_UNKNOWN: { status: 400, message: "This passkey belongs to no account here. It may have been removed." },
  RECOVERY_TOKEN_INVALID: {
    status: 400,
    message: "This link has expired, was used before, or was replaced by a newer one. Send a new one.",
  },
  SESSION_NOT_FOUND: { status: 404, message: "You have no session with this id. It may have ended already." },
  REAUTHENTICATION_REQUIRED: { status: 403, message: "Sign in again before you do this." },
} as const;

/**
 * Codes of `/oauth2/token` and the authorize endpoint. Source: RFC 6749 §5.2 and §4.1.2.1, OpenID Connect Core
 * §3.1.2.6.
 */
export const oauthErrors = {
  invalid_request: { status: 400, message: "The request has a missing or invalid parameter." },
  invalid_client: { status: 401, message: "There is no app with this client id, or it is disabled." },
  invalid_grant: { status: 400, message: "The code or token is unknown, expired, used, or belongs to another app." },
  unauthorized_client: { status: 400, message: "This app may not use this grant." },
  unsupported_grant_type: { status: 400, message: "This grant type is not supported." },
  login_required: { status: 400, message: "No member is signed in." },
  access_denied: { status: 400, message: "This member may not sign in." },
} as const;
export type OAuthErrorCode = keyof typeof oauthErrors;

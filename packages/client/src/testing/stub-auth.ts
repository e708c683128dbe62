import * as endpoints from "@porchlight/contract/auth/endpoints";
import type { Identity } from "@porchlight/contract/auth/identity/identity";
import type { StateMachineResponse as WireStateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import type { PendingReason } from "@porchlight/contract/auth/state";
import type { TokenResponse } from "@porchlight/contract/auth/tokens/schema";
import { encodeBase64Url } from "@porchlight/contract/wire/request-encoding";
import {
  emailViolation,
  errorResponse,
  oauthErrorResponse,
  passwordViolation,
  requireText,
  route,
  StubError,
  type StubRoute,
  validationErrorResponse,
} from "./stub-responses.ts";
import { addMember, findMember, newSecret, type StubMember, type StubState, type Subject } from "./stub-state.ts";

const isEmail = (text: unknown): text is string =>
  typeof text === "string" && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text.trim());
const accessTokenTtlSeconds = 3600;

export function authRoutes(state: StubState): StubRoute[] {
  /** Consumes a single-use secret. */
  function consume<Value>(from: Map<string, Value>, secret: string): Value | undefined {
    const value = from.get(secret);
    from.delete(secret);
    return value;
  }

  const byId = (id: string | undefined) => state.members.find((member) => member.id === id);

  function startVerification({ id, email }: StubMember): string {
    const code = String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");
    const stateToken = newSecret("state");
    for (const [stateToken, { memberId }] of state.stateTokens)
      if (memberId === id) state.stateTokens.delete(stateToken);
    state.stateTokens.set(stateToken, { memberId: id, code });
    state.emails.push({ to: email, kind: "verification", code });
    return stateToken;
  }

  function signInResult(member: StubMember): WireStateMachineResponse {
    const identity = toIdentity(member);
    if (member.status === "ACTIVE")
      return { state: "SUCCESS", sessionToken: createSessionToken(state, member), identity };
    if (member.status === "PENDING" && member.reasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED"))
      return { state: "REQUIRE_EMAIL_VERIFICATION", stateToken: startVerification(member), identity };
    if (member.status === "PENDING") return { state: "REQUIRE_OWNER_APPROVAL", identity };
    return { state: "STATUS_CHECK", identity };
  }

  function confirmEmail(member: StubMember): void {
    member.reasons = member.reasons.filter((reason) => reason !== "PENDING_EMAIL_VERIFICATION_REQUIRED");
    if (member.status === "PENDING" && member.reasons.length === 0) member.status = "ACTIVE";
  }

  return [
    route(
      endpoints.token,
      async ({ body }) => {
        if (!("grantType" in body)) throw new StubError(oauthErrorResponse("unsupported_grant_type"));
        switch (body.grantType) {
          case "anonymous":
            return issueTokens(state, { visitorId: crypto.randomUUID() });
          case "refresh_token": {
            const subject = state.refreshTokens.get(body.refreshToken);
            if (!subject) throw new StubError(oauthErrorResponse("invalid_grant"));
            return issueTokens(state, subject, body.refreshToken);
          }
          case "authorization_code": {
            const value = consume(state.codes, body.code);
            if (!value || value.codeChallenge !== (await challengeOf(body.codeVerifier)))
              throw new StubError(oauthErrorResponse("invalid_grant"));
            return issueTokens(state, { memberId: value.memberId });
          }
          default:
            throw new StubError(oauthErrorResponse("unsupported_grant_type"));
        }
      },
      { isOpen: true },
    ),
    route(endpoints.register, ({ body: { loginId, password, profile = {} } }) => {
      requireText("password", password);
      const violations = [
        isEmail(loginId.email) ? [] : emailViolation("loginId.email"),
        passwordViolation(password) ?? [],
      ];
      if (violations.flat().length > 0) throw new StubError(validationErrorResponse(...violations.flat()));
      if (findMember(state, loginId.email)) throw new StubError(errorResponse("-19995"));
      const reasons: PendingReason[] = [
        ...(state.emailVerification ? (["PENDING_EMAIL_VERIFICATION_REQUIRED"] as const) : []),
        ...(state.ownerApproval ? (["PENDING_ADMIN_APPROVAL_REQUIRED"] as const) : []),
      ];
      const status = reasons.length > 0 ? "PENDING" : "ACTIVE";
      return signInResult(addMember(state, { email: loginId.email.trim(), password, profile, status }, reasons));
    }),
    route(endpoints.login, ({ body: { loginId, password } }) => {
      const member = findMember(state, loginId?.email);
      if (!member || member.status === "DELETED" || member.password !== password)
        throw new StubError(errorResponse("-19976"));
      return signInResult(member);
    }),
    route(endpoints.verifyDuringAuthentication, ({ body: { code, stateToken } }) => {
      const pending = state.stateTokens.get(stateToken);
      const member = byId(pending?.memberId);
      if (!pending || !member) throw new StubError(errorResponse("STATE_TOKEN_INVALID"));
      if (pending.code !== code.trim()) throw new StubError(errorResponse("VERIFICATION_FAILED", { triesLeft: 4 }));
      state.stateTokens.delete(stateToken);
      confirmEmail(member);
      return signInResult(member);
    }),
    route(endpoints.resendDuringAuthentication, ({ body: { stateToken } }) => {
      const member = byId(state.stateTokens.get(stateToken)?.memberId);
      if (!member) throw new StubError(errorResponse("STATE_TOKEN_INVALID"));
      return { state: "REQUIRE_EMAIL_VERIFICATION" as const, stateToken: startVerification(member) };
    }),
    route(endpoints.sendRecoveryEmail, ({ body: { email } }) => {
      if (!isEmail(email)) throw new StubError(validationErrorResponse(emailViolation("email")));
      const member = findMember(state, email);
      if (member) {
        const recoveryToken = newSecret("recovery");
        state.recoveryTokens.set(recoveryToken, member.id);
        state.emails.push({ to: member.email, kind: "recovery", recoveryToken });
      }
      return {};
    }),
    route(endpoints.recover, ({ body: { recoveryToken, password } }) => {
      requireText("recoveryToken", recoveryToken);
      if (password != null) requireText("password", password);
      const member = byId(state.recoveryTokens.get(recoveryToken));
      if (!member) throw new StubError(errorResponse("RECOVERY_TOKEN_INVALID"));
      if (password == null) {
        const additionalData = { passwordMinLength: { numValue: 8 }, email: { strValue: member.email } };
        return { state: "REQUIRE_MISSING_FIELDS", additionalData };
      }
      const violations = passwordViolation(password);
      if (violations) throw new StubError(validationErrorResponse(violations));
      state.recoveryTokens.delete(recoveryToken);
      endSessions(state, member);
      member.password = password;
      confirmEmail(member);
      return signInResult(member);
    }),
    route(endpoints.validateEmail, ({ body: { email } }) => {
      requireText("email", email);
      return isEmail(email) ? { valid: true } : { valid: false, formatInvalid: true };
    }),
  ];
}

/** A single-use session token for the authorize endpoint. */
export function createSessionToken(state: StubState, { id }: StubMember): string {
  const sessionToken = newSecret("session");
  state.sessionTokens.set(sessionToken, id);
  return sessionToken;
}

export function issueTokens(state: StubState, subject: Subject, value = newSecret("refresh")): TokenResponse {
  const accessToken = newSecret("access");
  state.accessTokens.set(accessToken, subject);
  state.refreshTokens.set(value, subject);
  return { access_token: accessToken, token_type: "Bearer", expires_in: accessTokenTtlSeconds, refresh_token: value };
}

/** Invalidates all tokens of a member. */
export function endSessions(state: StubState, { id }: StubMember): void {
  for (const tokens of [state.accessTokens, state.refreshTokens])
    for (const [token, { memberId }] of tokens) if (memberId === id) tokens.delete(token);
}

async function challengeOf(codeVerifier: string): Promise<string> {
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(codeVerifier))));
}

function toIdentity({ id, email, createdDate, updatedDate, status, reasons, profile }: StubMember): Identity {
  return {
    id,
    createdDate,
    updatedDate,
    status: { name: status, reasons },
    emailVerified: !reasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED"),
    identityProfile: {
      ...profile,
      privacyStatus: profile.privacyStatus ?? "PRIVATE",
      emails: [{ tag: "MAIN", email }, ...(profile.emails ?? [])],
    },
  };
}

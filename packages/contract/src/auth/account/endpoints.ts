import { endpoint } from "../../endpoint.ts";
import type {
  ActivateFactorResponse,
  AddFactorResponse,
  FactorsResponse,
  ReauthenticateResponse,
} from "../mfa/factor.ts";
import type {
  ActivateFactorRequest,
  AddFactorRequest,
  AnswerPushRequest,
  ReauthenticateRequest,
  RemoveFactorRequest,
  VerifyFactorRequest,
} from "../mfa/schema.ts";
import type { StateMachineResponse } from "../sign-in/schema.ts";
import type {
  AccountSummary,
  ConfirmEmailChangeRequest,
  EmailChange,
  EndSessionRequest,
  MemberSession,
  StartEmailChangeRequest,
} from "./account.ts";

/** Verifies the second factor of a sign-in. */
export const verifyFactor = /* @__PURE__ */ endpoint<VerifyFactorRequest, StateMachineResponse>(
  "POST",
  "/_api/iam/authentication/v2/:factorType/verify",
);
/** The following endpoints are Porchlight extensions. */
export const listFactors = /* @__PURE__ */ endpoint<Record<never, never>, FactorsResponse>(
  "GET",
  "/_api/porchlight/v1/auth/factors",
);
export const addFactor = /* @__PURE__ */ endpoint<AddFactorRequest, AddFactorResponse>(
  "POST",
  "/_api/porchlight/v1/auth/factors",
);
export const activateFactor = /* @__PURE__ */ endpoint<ActivateFactorRequest, ActivateFactorResponse>(
  "POST",
  "/_api/porchlight/v1/auth/factors/:factorId/activate",
);
export const answerPush = /* @__PURE__ */ endpoint<AnswerPushRequest, { approved: boolean }>(
  "POST",
  "/_api/porchlight/v1/auth/push-answers",
);
export const removeFactor = /* @__PURE__ */ endpoint<RemoveFactorRequest, Record<never, never>>(
  "DELETE",
  "/_api/porchlight/v1/auth/factors/:factorId",
);
export const renewRecoveryCodes = /* @__PURE__ */ endpoint<Record<never, never>, { recoveryCodes: string[] }>(
  "POST",
  "/_api/porchlight/v1/auth/recovery-codes",
);
export const reauthenticate = /* @__PURE__ */ endpoint<ReauthenticateRequest, ReauthenticateResponse>(
  "POST",
  "/_api/porchlight/v1/auth/reauthenticate",
);
export const listSessions = /* @__PURE__ */ endpoint<Record<never, never>, { sessions: MemberSession[] }>(
  "GET",
  "/_api/porchlight/v1/auth/sessions",
);
export const endSession = /* @__PURE__ */ endpoint<EndSessionRequest, Record<never, never>>(
  "DELETE",
  "/_api/porchlight/v1/auth/sessions/:sessionId",
);
export const endOtherSessions = /* @__PURE__ */ endpoint<Record<never, never>, Record<never, never>>(
  "POST",
  "/_api/porchlight/v1/auth/sessions/end-others",
);
export const getAccountSummary = /* @__PURE__ */ endpoint<Record<never, never>, AccountSummary>(
  "GET",
  "/_api/porchlight/v1/auth/account",
);
export const startEmailChange = /* @__PURE__ */ endpoint<StartEmailChangeRequest, { emailChange: EmailChange }>(
  "POST",
  "/_api/porchlight/v1/auth/email-change",
);
export const confirmEmailChange = /* @__PURE__ */ endpoint<ConfirmEmailChangeRequest, Record<never, never>>(
  "POST",
  "/_api/porchlight/v1/auth/email-change/confirm",
);
export const cancelEmailChange = /* @__PURE__ */ endpoint<Record<never, never>, Record<never, never>>(
  "DELETE",
  "/_api/porchlight/v1/auth/email-change",
);

import type { StateMachineResponse } from "../auth/sign-in/schema.ts";
import { endpoint } from "../endpoint.ts";
import type {
  AcceptInvitationRequest,
  CheckPasswordRequest,
  CheckPasswordResponse,
  FirstPasskeyOptions,
  SetUpOwnerRequest,
  StartFirstPasskeyRequest,
} from "./staff.ts";

/**
 * Base path of the endpoints that staff sign in with: those of members for sign-in, recovery, factors and sessions, and
 * {@link setUpOwner}.
 */
export const staffApiPath = "/admin/api";

/** Creates the first staff account with the token of the setup link, and signs in. Below {@link staffApiPath}. */
export const setUpOwner = /* @__PURE__ */ endpoint<SetUpOwnerRequest, StateMachineResponse>(
  "POST",
  "/_api/porchlight/v1/staff/setup",
);
/** Options for the first passkey of an account that has a setup link or an invitation. Below {@link staffApiPath}. */
export const startFirstPasskey = /* @__PURE__ */ endpoint<StartFirstPasskeyRequest, FirstPasskeyOptions>(
  "POST",
  "/_api/porchlight/v1/staff/setup/passkey",
);
/** Accepts an invitation with a passkey instead of a password, and signs in. Below {@link staffApiPath}. */
export const acceptInvitation = /* @__PURE__ */ endpoint<AcceptInvitationRequest, StateMachineResponse>(
  "POST",
  "/_api/porchlight/v1/staff/setup/invitation",
);
/** Whether a password can be used. Below {@link staffApiPath}. */
export const checkPassword = /* @__PURE__ */ endpoint<CheckPasswordRequest, CheckPasswordResponse>(
  "POST",
  "/_api/porchlight/v1/staff/setup/check-password",
);

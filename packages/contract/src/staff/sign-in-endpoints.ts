import type { StateMachineResponse } from "../auth/sign-in/schema.ts";
import { endpoint } from "../endpoint.ts";
import type { SetUpOwnerRequest } from "./staff.ts";

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

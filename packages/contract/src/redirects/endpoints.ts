import { endpoint } from "../endpoint.ts";
import type { CreateRedirectSessionRequest, CreateRedirectSessionResponse } from "./redirect-session.ts";

export const createRedirectSession = /* @__PURE__ */ endpoint<
  CreateRedirectSessionRequest,
  CreateRedirectSessionResponse
>("POST", "/_api/redirects-api/v1/redirect-session");
/** The same address as {@link createRedirectSession}; only the intent in the body differs. */
export const createLogoutSession = createRedirectSession;

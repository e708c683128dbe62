import { endpoint } from "../endpoint.ts";
import type { CreateRedirectSessionRequest, CreateRedirectSessionResponse } from "./redirect-session.ts";

export const createRedirectSession = /* @__PURE__ */ endpoint<
  CreateRedirectSessionRequest,
  CreateRedirectSessionResponse
>("POST", "/_api/redirects-api/v1/redirect-session");
/** The same endpoint as {@link createRedirectSession}, with another intent in the body. */
export const createLogoutSession = createRedirectSession;

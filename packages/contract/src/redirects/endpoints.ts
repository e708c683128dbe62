import { endpoint } from "../endpoint.ts";
import type { CreateRedirectSessionAnswer, CreateRedirectSessionRequest } from "./redirect-session.ts";

export const createRedirectSession = /* @__PURE__ */ endpoint<
  CreateRedirectSessionRequest,
  CreateRedirectSessionAnswer
>("POST", "/_api/redirects-api/v1/redirect-session");
/** The same address as {@link createRedirectSession}; only the intent in the body differs. */
export const createLogoutSession = createRedirectSession;

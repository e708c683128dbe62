import { endpoint } from "../endpoint.ts";
import type { GetCurrentMemberRequest, Member, UpdateMemberRequest } from "./member.ts";

/** A visitor gets `{}`: nobody is signed in, which is no fault of the caller's. */
export const getCurrentMember = /* @__PURE__ */ endpoint<GetCurrentMemberRequest, { member?: Member }>(
  "GET",
  "/members/v1/members/my",
);
/** A member changes their own record. */
export const updateMember = /* @__PURE__ */ endpoint<UpdateMemberRequest, { member: Member }>(
  "PATCH",
  "/members/v1/members/:memberId",
);

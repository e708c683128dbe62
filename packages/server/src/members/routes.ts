import * as members from "@porchlight/contract/members/endpoints";
import { getCurrentMemberRequest, updateMemberRequest } from "@porchlight/contract/members/member-schema";
import type { Deps } from "../deps.ts";
import { type Area, serve } from "../http/serve.ts";
import { getCurrentMember } from "./get-current-member.ts";
import { updateMember } from "./update-member.ts";

export function membersRoutes(area: Area, deps: Deps): void {
  serve(area, members.getCurrentMember, getCurrentMemberRequest, (caller, request) =>
    getCurrentMember(deps, caller, request),
  );
  serve(area, members.updateMember, updateMemberRequest, (caller, request) => updateMember(deps, caller, request), {
    limit: "changes by an address",
    memberLimit: "changes by a member",
  });
}

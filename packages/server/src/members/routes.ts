import * as members from "@porchlight/contract/members/endpoints";
import { getCurrentMemberRequest } from "@porchlight/contract/members/member-schema";
import type { Deps } from "../deps.ts";
import { type Area, serve } from "../http/serve.ts";
import { getCurrentMember } from "./get-current-member.ts";

export function membersRoutes(area: Area, deps: Deps): void {
  serve(area, members.getCurrentMember, getCurrentMemberRequest, (caller, request) =>
    getCurrentMember(deps, caller, request),
  );
}

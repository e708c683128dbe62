import { viewAsMember as viewAsMemberEndpoint } from "@porchlight/contract/members/accounts/endpoints";
import { memberByIdRequest } from "@porchlight/contract/members/schema";
import * as staff from "@porchlight/contract/staff/endpoints";
import {
  acceptInvitationRequest,
  changeStaffRoleRequest,
  checkPasswordRequest,
  inviteStaffRequest,
  setUpOwnerRequest,
  staffByIdRequest,
  startFirstPasskeyRequest,
} from "@porchlight/contract/staff/schema";
import * as signIn from "@porchlight/contract/staff/sign-in-endpoints";
import * as z from "zod";
import { type Area, serve } from "../platform/http/serve.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import { acceptInvitation, startFirstPasskey } from "./first-passkey.ts";
import { changeStaffRole, getMyStaffAccount, inviteStaff, listStaff, removeStaff } from "./manage-staff.ts";
import { checkPassword, setUpOwner } from "./setup-link.ts";
import type { StaffContext } from "./staff-context.ts";
import { viewAsMember } from "./view-as-member.ts";

const change = { limit: "changesPerIp", authorize: requireOwner } as const;

export function staffRoutes(area: Area, context: StaffContext): void {
  serve(area, staff.getMyStaffAccount, z.object({}), (request) => getMyStaffAccount(context, request));
  serve(area, staff.listStaff, z.object({}), (request) => listStaff(context, request));
  serve(area, staff.inviteStaff, inviteStaffRequest, (request, input) => inviteStaff(context, request, input), change);
  serve(
    area,
    staff.changeStaffRole,
    changeStaffRoleRequest,
    (request, input) => changeStaffRole(context, request, input),
    change,
  );
  serve(area, staff.removeStaff, staffByIdRequest, (request, input) => removeStaff(context, request, input), change);
}

/** Pages of the site as members see them. */
export function memberViewRoutes(area: Area, context: StaffContext): void {
  serve(area, viewAsMemberEndpoint, memberByIdRequest, (request, input) => viewAsMember(context, request, input), {
    ...change,
    isDangerous: true,
  });
}

/** Routes of the staff site that the member site does not have. */
export function setupRoutes(area: Area, context: StaffContext): void {
  const attempts = { limit: "codeAttemptsPerIp" } as const;
  serve(area, signIn.setUpOwner, setUpOwnerRequest, (request, input) => setUpOwner(context, request, input), attempts);
  serve(
    area,
    signIn.startFirstPasskey,
    startFirstPasskeyRequest,
    (request, input) => startFirstPasskey(context, request, input),
    attempts,
  );
  serve(
    area,
    signIn.acceptInvitation,
    acceptInvitationRequest,
    (request, input) => acceptInvitation(context, request, input),
    attempts,
  );
  serve(area, signIn.checkPassword, checkPasswordRequest, (_request, input) => checkPassword(context, input), {
    limit: "changesPerIp",
  });
}

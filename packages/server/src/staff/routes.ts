import * as staff from "@porchlight/contract/staff/endpoints";
import {
  changeStaffRoleRequest,
  inviteStaffRequest,
  setUpOwnerRequest,
  staffByIdRequest,
} from "@porchlight/contract/staff/schema";
import * as signIn from "@porchlight/contract/staff/sign-in-endpoints";
import * as z from "zod";
import { type Area, serve } from "../platform/http/serve.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import { changeStaffRole, getMyStaffAccount, inviteStaff, listStaff, removeStaff } from "./manage-staff.ts";
import { setUpOwner } from "./setup-link.ts";
import type { StaffContext } from "./staff-context.ts";

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

/** Routes of the staff site that the member site does not have. */
export function setupRoutes(area: Area, context: StaffContext): void {
  serve(area, signIn.setUpOwner, setUpOwnerRequest, (request, input) => setUpOwner(context, request, input), {
    limit: "codeAttemptsPerIp",
  });
}

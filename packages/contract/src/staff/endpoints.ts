import { endpoint } from "../endpoint.ts";
import type {
  ChangeStaffRoleRequest,
  InviteStaffRequest,
  ListStaffResponse,
  StaffAccountResponse,
  StaffByIdRequest,
} from "./staff.ts";

export const getMyStaffAccount = /* @__PURE__ */ endpoint<Record<never, never>, StaffAccountResponse>(
  "GET",
  "/_api/porchlight/v1/staff/my",
);
export const listStaff = /* @__PURE__ */ endpoint<Record<never, never>, ListStaffResponse>(
  "GET",
  "/_api/porchlight/v1/staff",
);
export const inviteStaff = /* @__PURE__ */ endpoint<InviteStaffRequest, StaffAccountResponse>(
  "POST",
  "/_api/porchlight/v1/staff",
);
export const changeStaffRole = /* @__PURE__ */ endpoint<ChangeStaffRoleRequest, StaffAccountResponse>(
  "PATCH",
  "/_api/porchlight/v1/staff/:id",
);
export const removeStaff = /* @__PURE__ */ endpoint<StaffByIdRequest, Record<never, never>>(
  "DELETE",
  "/_api/porchlight/v1/staff/:id",
);

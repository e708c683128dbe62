import * as z from "zod";
import { guid, languageTag, singleLineText } from "../wire/value-schema.ts";
import { staffRoles } from "./staff.ts";

const email = z.string().max(1000);
const name = singleLineText(100).optional();
const role = z.enum(staffRoles);

export const setUpOwnerRequest = z.object({
  body: z.object({
    token: z.string().min(1).max(1000),
    email,
    password: z.string().max(5000),
    firstName: name,
    lastName: name,
  }),
});
export const inviteStaffRequest = z.object({
  body: z.object({ email, role, firstName: name, lastName: name, language: languageTag.optional() }),
});
export const changeStaffRoleRequest = z.object({ params: z.object({ id: guid }), body: z.object({ role }) });
export const staffByIdRequest = z.object({ params: z.object({ id: guid }) });

const staffAccount = z.object({
  id: guid,
  email: z.string(),
  name: z.string(),
  role,
  status: z.enum(["ACTIVE", "INVITED"]),
  hasSecondFactor: z.boolean(),
  createdDate: z.iso.datetime(),
  lastLoginDate: z.iso.datetime().nullable(),
});
export const staffAccountResponse = z.object({ staffAccount });
export const listStaffResponse = z.object({ staffAccounts: z.array(staffAccount) });

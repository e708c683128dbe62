import * as z from "zod";
import { maxNewCredentialLength } from "../auth/passkeys/passkey.ts";
import { guid, languageTag, singleLineText } from "../wire/value-schema.ts";
import { staffRoles } from "./staff.ts";

const email = z.string().max(1000);
const name = singleLineText(100).optional();
const role = z.enum(staffRoles);

const token = z.string().min(1).max(1000);
const password = z.string().max(5000);
const passkey = z.object({
  accountId: guid,
  challengeId: guid,
  credential: z.string().max(maxNewCredentialLength),
});

export const setUpOwnerRequest = z.object({
  body: z
    .object({
      token,
      email,
      password: password.optional(),
      passkey: passkey.optional(),
      firstName: name,
      lastName: name,
    })
    .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
      error: "must have a password or a passkey",
      params: { violatedRule: "ONE_OF_ALIGNMENT" },
      path: ["password"],
    }),
});
export const startFirstPasskeyRequest = z.object({ body: z.object({ token, email: email.optional() }) });
export const acceptInvitationRequest = z.object({
  body: z.object({ token, passkey, firstName: name, lastName: name }),
});
export const checkPasswordRequest = z.object({ body: z.object({ password, email: email.optional() }) });
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

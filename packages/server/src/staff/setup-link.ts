import type { StateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import type { CheckPasswordRequest, CheckPasswordResponse, SetUpOwnerRequest } from "@porchlight/contract/staff/staff";
import { resolveSignInResult } from "../auth/sign-in/sign-in-result.ts";
import { addMember } from "../members/administration/add-member.ts";
import { type EmailAddress, emailViolation, parseEmailAddress } from "../members/email-address.ts";
import { passwordViolation } from "../members/password-rules.ts";
import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { InvalidArguments, Refusal } from "../platform/context/errors.ts";
import type { Requester } from "../platform/context/request-context.ts";
import { hashSecret, newSecret } from "../platform/crypto/secrets.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { addFirstPasskey, verifyFirstPasskey } from "./first-passkey.ts";
import { consolePath, type StaffContext } from "./staff-context.ts";
import { consumeSetupLink, hasSetupLink, lockStaffRoles, replaceSetupLink, upsertStaffRole } from "./staff-store.ts";

const setupLinkTtlMs = 24 * 3_600_000;

/**
 * Creates the link that creates the first staff account, valid for a day, and revokes the previous one. Returns
 * `undefined` if there is a staff account.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function createSetupLink(context: StaffContext, caller: Caller): Promise<string | undefined> {
  requireOwner(caller);
  const token = newSecret();
  const at = context.now();
  const isStored = await replaceSetupLink(context.db, {
    siteId: context.staffSite.site.id,
    tokenHash: hashSecret(token),
    at,
    expiresAt: new Date(at.getTime() + setupLinkTtlMs),
  });
  return isStored ? `${context.config.publicUrl}${consolePath}/setup#${token}` : undefined;
}

/**
 * Creates the first staff account, with the role owner, and signs in. The link works once; an invalid email, password
 * or passkey does not use it up.
 *
 * @throws {Refusal} `SETUP_LINK_INVALID`; `PASSKEY_REFUSED`.
 * @throws {InvalidArguments} the email or password is invalid.
 */
export async function setUpOwner(
  { staffSite: context, staffCallers, site }: Pick<StaffContext, "staffSite" | "staffCallers" | "site">,
  { caller }: Requester,
  { body }: SetUpOwnerRequest,
): Promise<StateMachineResponse> {
  const siteId = context.site.id;
  const tokenHash = hashSecret(body.token);
  if (!(await hasSetupLink(context.db, siteId, tokenHash, context.now()))) throw new Refusal("SETUP_LINK_INVALID");
  const email = parseEmailAddress(body.email);
  const password = body.password === undefined ? undefined : await violationOf(context, body.password, email);
  if (!email || password)
    throw new InvalidArguments([...(email ? [] : [emailViolation("email")]), ...(password ? [password] : [])]);
  const passwordHash = body.password === undefined ? null : await context.passwords.hash(body.password);
  const passkey = body.passkey && (await verifyFirstPasskey(context, caller, body.passkey));
  const response = await context.db.transaction().execute(async (tx) => {
    const at = context.now();
    // The command line may have added an account since the link was printed.
    const hasStaff = (await lockStaffRoles(tx, siteId)).size > 0;
    if (hasStaff || !(await consumeSetupLink(tx, siteId, tokenHash, at))) throw new Refusal("SETUP_LINK_INVALID");
    const { firstName, lastName } = body;
    const member = await addMember(tx, context, {
      id: body.passkey?.accountId.toLowerCase(),
      email,
      // Only the operator of the server sees the link.
      emailVerified: true,
      passwordHash,
      status: "ACTIVE",
      pendingReasons: [],
      profile: { firstName, lastName },
    });
    if (passkey) await addFirstPasskey(tx, context, caller, member.id, passkey);
    await upsertStaffRole(tx, { siteId, memberId: member.id, role: "owner", at });
    const details = { staffId: member.id, role: "owner" };
    await recordAuditEvent(tx, { ...context, site }, "staff-added", { by: "owner", details });
    return resolveSignInResult(tx, context, caller, member, { isMfaComplete: passkey !== undefined });
  });
  staffCallers.invalidate();
  return response;
}

/** Whether a new account may use the password. */
export async function checkPassword(
  { staffSite: context }: Pick<StaffContext, "staffSite">,
  { body }: CheckPasswordRequest,
): Promise<CheckPasswordResponse> {
  const { passwordMinLength: minLength } = await context.settings.read();
  const violation = await violationOf(context, body.password, parseEmailAddress(body.email ?? ""));
  return { ...(violation && { problem: violation.ruleName }), minLength };
}

async function violationOf({ settings, site }: ServerContext, password: string, email: EmailAddress | undefined) {
  const { passwordMinLength: minLength } = await settings.read();
  return passwordViolation(password, { minLength, email, siteName: site.name });
}

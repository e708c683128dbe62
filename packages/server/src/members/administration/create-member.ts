import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { IdentityStatus } from "@porchlight/contract/auth/state";
import { fieldRules } from "@porchlight/contract/field-rules";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { parseEmailAddress } from "../email-address.ts";
import { passwordViolation } from "../password-rules.ts";
import { addMember } from "./add-member.ts";
import { type MemberSummary, toMemberSummary } from "./list-members.ts";

/** The member to create. */
export interface CreateMemberInput {
  email: string;
  password: string;
  /** Default: ACTIVE. A PENDING member requires the owner's approval. */
  status?: IdentityStatus;
  profile?: IdentityProfile;
}

/**
 * Creates a member with a verified email, without sending an email.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `-19995`. @throws {InvalidArguments} for an invalid email or password.
 */
export async function createMember(
  context: ServerContext,
  caller: Caller,
  input: CreateMemberInput,
): Promise<MemberSummary> {
  requireMemberManager(caller);
  const { passwordMinLength } = await context.settings.read();
  const email = parseEmailAddress(input.email);
  const password = await passwordViolation(input.password, {
    minLength: passwordMinLength,
    email,
    siteName: context.site.name,
  });
  if (!email) throw new InvalidArguments([violation("email", fieldRules.EMAIL, "FORMAT", "EMAIL")]);
  if (password) throw new InvalidArguments([password]);

  const status = input.status ?? "ACTIVE";
  const passwordHash = await context.passwords.hash(input.password);
  const row = await context.db.transaction().execute((tx) =>
    addMember(tx, context, {
      email,
      emailVerified: true,
      passwordHash,
      status,
      pendingReasons: status === "PENDING" ? ["PENDING_ADMIN_APPROVAL_REQUIRED"] : [],
      profile: input.profile ?? {},
    }),
  );
  return toMemberSummary(row);
}

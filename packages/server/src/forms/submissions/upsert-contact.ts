import type { Address, IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import { identityProfileSchema } from "@porchlight/contract/auth/identity/schema";
import type { FormField } from "@porchlight/contract/forms/form-fields";
import type { UpsertContactFromSubmissionResponse } from "@porchlight/contract/forms/submission";
import type { upsertContactFromSubmissionRequest } from "@porchlight/contract/forms/submission-schema";
import type * as z from "zod";
import { parseEmailAddress } from "../../members/email-address.ts";
import { findMember, findMemberByEmail, type MemberRow } from "../../members/members-store.ts";
import { mergeProfile } from "../../members/profile/merge-profile.ts";
import { changeProfile } from "../../members/profile/update-member.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { requireSubmissionManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findForm } from "../definitions/forms-store.ts";
import { findVisible } from "./get-submission.ts";
import type { SubmissionRow } from "./submissions-store.ts";

/**
 * Adds the values of a submission to the contact data of a member, by the contact fields that the form names. Values
 * that the member has are not replaced: a sender can name any email.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `SUBMISSION_NOT_FOUND`; `CONTACT_NOT_FOUND` if no member has the given id, or the
 *   email of the submission.
 */
export async function upsertContactFromSubmission(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof upsertContactFromSubmissionRequest>,
): Promise<UpsertContactFromSubmissionResponse> {
  if (caller.kind !== "member") requireSubmissionManager(caller);
  const row = await findVisible(context, caller, body.submissionId);
  const form = await findForm(context.db, context.site.id, row.form_id);
  const submitted = toProfile(form?.definition.formFields ?? [], row.field_values);
  const member = await findContact(context, caller, row, submitted, body.contactId?.toLowerCase());
  const { emails = [], ...others } = submitted;
  // The sign-in email is no additional one.
  const additional = emails.filter(({ email }) => parseEmailAddress(email)?.key !== member.email_key);
  const added = { ...others, ...(additional.length > 0 && { emails: additional }) };
  await changeProfile(context, caller, member.id, (profile) => mergeProfile(profile, added));
  const identityType = caller.kind === "member" ? "MEMBER" : "NOT_AUTHENTICATED_MEMBER";
  return { submitContactResponse: { contactId: member.id, identityType, newContact: false } };
}

async function findContact(
  { db, site }: ServerContext,
  caller: Caller,
  row: SubmissionRow,
  { emails: [email] = [] }: IdentityProfile,
  contactId = row.member_id ?? undefined,
): Promise<MemberRow> {
  if (caller.kind === "member" && contactId !== caller.memberId) throw new Refusal("NOT_ALLOWED");
  const address = contactId === undefined && email ? parseEmailAddress(email.email) : undefined;
  const member =
    contactId !== undefined
      ? await findMember(db, site.id, contactId)
      : address && (await findMemberByEmail(db, site.id, address.key));
  if (!member || member.status === "DELETED") throw new Refusal("CONTACT_NOT_FOUND");
  return member;
}

/** The contact data among the values; values that a profile does not accept are left out. */
function toProfile(fields: readonly FormField[], values: Readonly<Record<string, unknown>>): IdentityProfile {
  const profile: IdentityProfile = {};
  for (const { inputOptions } of fields) {
    const value = inputOptions && Object.hasOwn(values, inputOptions.target) ? values[inputOptions.target] : undefined;
    if (value === undefined) continue;
    const part = partOf(inputOptions?.contactMapping?.contactField, value);
    const { success, data } = identityProfileSchema.safeParse(part);
    if (success) Object.assign(profile, mergeProfile(profile, data));
  }
  return profile;
}

type ContactField = NonNullable<NonNullable<FormField["inputOptions"]>["contactMapping"]>["contactField"];

/** The part of a profile that a value becomes; not validated. */
function partOf(contactField: ContactField, value: unknown): object {
  switch (contactField) {
    case "FIRST_NAME":
      return { firstName: value };
    case "LAST_NAME":
      return { lastName: value };
    case "COMPANY":
      return { company: value };
    case "POSITION":
      return { position: value };
    case "BIRTHDATE":
      return { birthdate: value };
    case "VAT_ID":
      return { vatId: value };
    case "EMAIL":
      return { emails: [{ email: value }] };
    case "PHONE":
      return { phones: [{ phone: value }] };
    case "ADDRESS":
      return { addresses: [{ address: typeof value === "string" ? { formattedAddress: value } : toAddress(value) }] };
    default:
      // Subscriptions are consents of the submission, and custom fields of the platform's contacts do not exist.
      return {};
  }
}

function toAddress(value: unknown): Address {
  const { country, subdivision, city, postalCode, streetName, streetNumber, addressLine, addressLine2 } = Object(value);
  const streetAddress = streetName || streetNumber ? { name: streetName, number: streetNumber } : undefined;
  const parts = { country, subdivision, city, postalCode, addressLine, addressLine2, streetAddress };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

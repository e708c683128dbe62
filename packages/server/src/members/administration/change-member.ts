import type {
  UpdateMemberSlugRequest,
  UpdateMySlugRequest,
} from "@porchlight/contract/members/administration/administration";
import type { Member, MemberByIdRequest } from "@porchlight/contract/members/member";
import { recordApiKeyUse, recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isUniqueViolation } from "../../platform/db/database.ts";
import { requireMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toMember } from "../member-serializer.ts";
import { isReservedSlug } from "../member-slug.ts";
import { type MemberRow, setActivityStatus, setSlug } from "../members-store.ts";
import { requireWritableRecord } from "../profile/profile-validation.ts";
import { changeProfile, lockWritableMember } from "../profile/update-member.ts";
import { recordDecision } from "./review-member.ts";

/**
 * Mutes or unmutes a member. Idempotent.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`. Source: wire.md, Members, `muteMember`.
 */
export async function setMuted(
  context: ServerContext,
  { caller }: Requester,
  { params }: MemberByIdRequest,
  activityStatus: MemberRow["activity_status"],
): Promise<{ member: Member }> {
  requireMemberManager(caller);
  const row = await context.db.transaction().execute(async (tx) => {
    const member = await lockWritableMember(tx, context, caller, params.id.toLowerCase());
    await recordApiKeyUse(tx, context, caller);
    if (member.activity_status === activityStatus) {
      await recordDecision(tx, context, caller, { before: member, after: member });
      return member;
    }
    const event = activityStatus === "MUTED" ? "member-muted" : "member-unmuted";
    await recordAuditEvent(tx, context, event, { by: caller, memberId: member.id });
    const after = await setActivityStatus(tx, context.site.id, member.id, activityStatus, context.now());
    await recordDecision(tx, context, caller, { before: member, after });
    return after;
  });
  return { member: toMember(context, row, ["FULL"]) };
}

/**
 * Changes the slug of a member.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`; `SLUG_ALREADY_EXISTS`, also for a reserved word.
 * Source: wire.md, Members, `updateMemberSlug`.
 */
export async function updateMemberSlug(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: UpdateMemberSlugRequest,
): Promise<{ member: Member }> {
  const id = requireWritableRecord(caller, params.id);
  return { member: toMember(context, await changeSlug(context, caller, id, body.slug), ["FULL"]) };
}

/** As {@link updateMemberSlug}, for the calling member. @throws {Refusal} `NOT_ALLOWED` for other callers. */
export async function updateMySlug(
  context: ServerContext,
  { caller }: Requester,
  { body }: UpdateMySlugRequest,
): Promise<{ member: Member }> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  return { member: toMember(context, await changeSlug(context, caller, caller.memberId, body.slug), ["FULL"]) };
}

async function changeSlug(context: ServerContext, caller: Caller, id: string, slug: string): Promise<MemberRow> {
  if (isReservedSlug(slug)) throw new Refusal("SLUG_ALREADY_EXISTS", { slug });
  return context.db
    .transaction()
    .execute(async (tx) => {
      const member = await lockWritableMember(tx, context, caller, id);
      await recordApiKeyUse(tx, context, caller);
      if (member.slug === slug) return member;
      return setSlug(tx, context.site.id, member.id, slug, context.now());
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, "members_slug") ? new Refusal("SLUG_ALREADY_EXISTS", { slug }) : error;
    });
}

/**
 * Makes the profile of the calling member public, or private.
 *
 * @throws {Refusal} `NOT_ALLOWED` for callers that are not members. Source: wire.md, Members, `joinCommunity`.
 */
export async function setOwnPrivacy(
  context: ServerContext,
  { caller }: Requester,
  privacyStatus: "PUBLIC" | "PRIVATE",
): Promise<{ member: Member }> {
  if (caller.kind !== "member") throw new Refusal("NOT_ALLOWED");
  const row = await changeProfile(context, caller, caller.memberId, (profile) => ({ ...profile, privacyStatus }));
  return { member: toMember(context, row, ["FULL"]) };
}

import { defaultPageSize } from "@porchlight/contract/limits";
import type {
  CreateMemberAboutRequest,
  MemberAbout,
  MemberAboutByIdRequest,
  MemberAboutResponse,
  UpdateMemberAboutRequest,
} from "@porchlight/contract/members/community/community";
import type { queryMemberAboutsRequest } from "@porchlight/contract/members/community/schema";
import type { Transaction } from "kysely";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isUniqueViolation, readWithTimeLimit } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort } from "../../platform/db/pagination/keyset-page.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { requireUnmuted } from "../../platform/identity/muted-members-store.ts";
import { isMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { canSee, visibilityOf } from "../directory/member-visibility.ts";
import { findMember } from "../members-store.ts";
import { requireWritableRecord } from "../profile/profile-validation.ts";
import { lockWritableMember } from "../profile/update-member.ts";
import {
  type AboutRow,
  aboutFields,
  deleteAbout,
  findAbout,
  findAboutPage,
  insertAbout,
  lockAbout,
  newestAbouts,
  updateAbout,
} from "./abouts-store.ts";

/**
 * Creates the text about a member: of the caller, or of any member for administrators.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_NOT_FOUND`, `MEMBER_ABOUT_EXISTS`, `MEMBER_MUTED`.
 * Source: wire.md, "Members: about".
 */
export async function createMemberAbout(
  context: ServerContext,
  { caller }: Requester,
  { body }: CreateMemberAboutRequest,
): Promise<MemberAboutResponse> {
  const { content } = body.memberAbout;
  const requestedId = body.memberAbout.memberId ?? (caller.kind === "member" ? caller.memberId : undefined);
  if (requestedId === undefined) throw new Refusal("NOT_ALLOWED");
  const memberId = requireWritableRecord(caller, requestedId);
  const row = await context.db
    .transaction()
    .execute(async (tx) => {
      await lockWritableMember(tx, context, caller, memberId);
      await requireUnmuted(tx, context.site.id, caller);
      const at = context.now();
      return insertAbout(tx, { siteId: context.site.id, id: newId(at.getTime()), memberId, content, at });
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, "member_abouts_member") ? new Refusal("MEMBER_ABOUT_EXISTS") : error;
    });
  return { memberAbout: toMemberAbout(row) };
}

/** The text about the caller; `{}` without one, and for callers that are not members. */
export async function getMyMemberAbout(
  context: ServerContext,
  { caller }: Requester,
): Promise<Partial<MemberAboutResponse>> {
  if (caller.kind !== "member") return {};
  const row = await findAbout(context.db, context.site.id, { memberId: caller.memberId });
  return row ? { memberAbout: toMemberAbout(row) } : {};
}

/** @throws {Refusal} `MEMBER_ABOUT_NOT_FOUND`, also for members that the caller may not see. */
export async function getMemberAbout(
  context: ServerContext,
  { caller }: Requester,
  { params }: MemberAboutByIdRequest,
): Promise<MemberAboutResponse> {
  const row = await findAbout(context.db, context.site.id, { id: params.id });
  const member = row && (await findMember(context.db, context.site.id, row.member_id));
  if (!member || !(await canSee(context, caller, member))) throw new Refusal("MEMBER_ABOUT_NOT_FOUND");
  return { memberAbout: toMemberAbout(row) };
}

/**
 * @throws {Refusal} `MEMBER_ABOUT_NOT_FOUND`, also for texts of others; `MEMBER_ABOUT_CHANGED` for another revision;
 *   `MEMBER_MUTED`.
 */
export async function updateMemberAbout(
  context: ServerContext,
  { caller }: Requester,
  { params, body }: UpdateMemberAboutRequest,
): Promise<MemberAboutResponse> {
  const { content, revision } = body.memberAbout;
  const row = await changeAbout(context, caller, params.aboutId, async (tx, about) => {
    await requireUnmuted(tx, context.site.id, caller);
    if (revision !== undefined && Number(revision) !== about.revision) throw new Refusal("MEMBER_ABOUT_CHANGED");
    return updateAbout(tx, about, { content, at: context.now() });
  });
  return { memberAbout: toMemberAbout(row) };
}

/** @throws {Refusal} `MEMBER_ABOUT_NOT_FOUND`, also for texts of others. */
export async function deleteMemberAbout(
  context: ServerContext,
  { caller }: Requester,
  { params }: MemberAboutByIdRequest,
): Promise<Record<never, never>> {
  await changeAbout(context, caller, params.id, deleteAbout);
  return {};
}

/**
 * One page of the texts about members that the caller may see.
 *
 * @throws {InvalidArguments} for an invalid query. @throws {Refusal} `CURSOR_INVALID`: pages are by offset.
 */
export async function queryMemberAbouts(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof queryMemberAboutsRequest>,
): Promise<RawJson> {
  const { filter, sort, paging, cursorPaging } = body.query ?? {};
  if (cursorPaging?.cursor) throw new Refusal("CURSOR_INVALID");
  const { condition, weight } = compileFilter(filter ?? {}, aboutFields);
  const offset = paging?.offset ?? 0;
  const query = {
    filter: condition,
    keys: sort && sort.length > 0 ? compileSort(sort, aboutFields, "id") : newestAbouts,
    limit: paging?.limit ?? cursorPaging?.limit ?? defaultPageSize,
    offset,
    countTotal: true,
  };
  const page = await readWithTimeLimit(context.db, weight, (db) =>
    findAboutPage(db, visibilityOf(context, caller), query, toMemberAbout),
  );
  const { count, total = 0, next } = page;
  const metadata = { count, offset, total, tooManyToCount: false, hasNext: next !== undefined };
  return new RawJson(`{"memberAbouts":[${page.json}],"pagingMetadata":${JSON.stringify(metadata)}}`);
}

async function changeAbout<Result>(
  context: ServerContext,
  caller: Caller,
  id: string,
  change: (tx: Transaction<Tables>, about: AboutRow) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction().execute(async (tx) => {
    const about = await lockAbout(tx, context.site.id, id);
    const isOwn = caller.kind === "member" && caller.memberId === about?.member_id;
    if (!about || !(isOwn || isMemberManager(caller))) throw new Refusal("MEMBER_ABOUT_NOT_FOUND");
    return change(tx, about);
  });
}

function toMemberAbout(row: AboutRow): MemberAbout {
  return {
    id: row.id,
    memberId: row.member_id,
    content: row.content,
    revision: String(row.revision),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
  };
}

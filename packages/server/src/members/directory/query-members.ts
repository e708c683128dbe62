import { defaultPageSize } from "@porchlight/contract/limits";
import type { MemberSearchField } from "@porchlight/contract/members/administration/administration";
import type { listMembersRequest, queryMembersRequest } from "@porchlight/contract/members/administration/schema";
import type { MemberFieldset } from "@porchlight/contract/members/member";
import type { PagingMetadata } from "@porchlight/contract/wire/query";
import type { RawBuilder } from "kysely";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/database.ts";
import { openCursor, pageCursors, privateCursorTtlMs, sealCursor } from "../../platform/db/pagination/cursor.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort, type KeysetPosition, type Sorting } from "../../platform/db/pagination/keyset-page.ts";
import { heavyWeight } from "../../platform/db/pagination/query-fields.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { isMemberReader } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { toMember } from "../member-serializer.ts";
import { findMemberPage } from "./member-pages-store.ts";
import { both, memberFields, newestMembers, publicMemberFields, searchCondition } from "./member-query-fields-sql.ts";
import { visibilityOf, visibleFieldsets } from "./member-visibility.ts";

/** Maximum length of the filter as JSON, so that a cursor fits into a request. */
const maxFilterLength = 128 * 1024;

/** What a list returns. */
interface MemberList {
  filter: Record<string, unknown>;
  sort: readonly Sorting[];
  fieldsets: readonly MemberFieldset[] | undefined;
  limit: number;
  search?: { expression: string; fields: readonly MemberSearchField[] | undefined } | undefined;
}

/** State in a cursor; the next request sends nothing else. */
interface QueryState extends MemberList {
  place?: KeysetPosition;
}

/**
 * One page of the members that the caller may see; newest first by default.
 *
 * @throws {InvalidArguments} for a field that is not sortable. Source: wire.md, Members, `listMembers`.
 */
export async function listMembers(
  context: ServerContext,
  { caller }: Requester,
  { query }: z.output<typeof listMembersRequest>,
): Promise<RawJson> {
  const offset = query.paging?.offset ?? 0;
  const list: MemberList = {
    filter: {},
    sort: query.sorting ?? [],
    fieldsets: query.fieldsets,
    limit: query.paging?.limit ?? defaultPageSize,
  };
  const page = await readPage(context, caller, list, { offset, countTotal: true, sortPath: "sorting" });
  return new RawJson(`{"members":[${page.json}],"metadata":${JSON.stringify(offsetMetadata(page, offset))}}`);
}

/**
 * One page of the members that the caller may see and that match a filter. A cursor fixes filter, search, and order.
 *
 * @throws {InvalidArguments} for an invalid query. @throws {Refusal} `CURSOR_INVALID`.
 * Source: wire.md, Members, `queryMembers`, and "Generic query builder".
 */
export async function queryMembers(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof queryMembersRequest>,
): Promise<RawJson> {
  const { cursorPaging, paging, ...query } = body.query ?? {};
  const scope = { list: "members query", reader: readerOf(caller), ttlMs: privateCursorTtlMs };
  const cursor = cursorPaging?.cursor ? openCursor<QueryState>(context, scope, cursorPaging.cursor) : undefined;
  const { expression, fields } = body.search ?? {};
  const list: QueryState = {
    filter: cursor?.filter ?? query.filter ?? {},
    sort: cursor?.sort ?? query.sort ?? [],
    fieldsets: body.fieldsets ?? cursor?.fieldsets,
    limit: cursorPaging?.limit ?? paging?.limit ?? cursor?.limit ?? defaultPageSize,
    search: cursor ? cursor.search : expression ? { expression, fields } : undefined,
  };
  const offset = paging?.offset ?? 0;
  const usesCursors = cursorPaging != null;
  const countTotal = !usesCursors || body.returnTotalCount === true;
  const page = await readPage(context, caller, list, { offset, countTotal, place: cursor?.place });
  const { count, total } = page;
  const metadata: PagingMetadata = usesCursors
    ? { count, ...(total !== undefined && { total, tooManyToCount: false }) }
    : offsetMetadata(page, offset);
  const pagingMetadata = JSON.stringify({
    ...metadata,
    cursors: pageCursors(page, (place) => sealCursor(context, scope, { ...list, place })),
    hasNext: page.next !== undefined,
  });
  return new RawJson(`{"members":[${page.json}],"metadata":${pagingMetadata},"pagingMetadata":${pagingMetadata}}`);
}

interface Place {
  offset: number;
  countTotal: boolean;
  place?: KeysetPosition | undefined;
  /** Location of the order in the request. Default: `query.sort`. */
  sortPath?: string;
}

function readPage(
  context: ServerContext,
  caller: Caller,
  list: MemberList,
  { offset, countTotal, place, sortPath }: Place,
) {
  const readsAll = isMemberReader(caller);
  const fields = readsAll ? memberFields : publicMemberFields;
  if (JSON.stringify(list.filter).length > maxFilterLength) {
    throw new InvalidArguments([
      violation("query.filter", `has more than ${maxFilterLength} characters`, "MAX_LENGTH"),
    ]);
  }
  const { condition, weight } = compileFilter(foldEmails(list.filter), fields);
  const { search } = list;
  const query = {
    filter: condition,
    search: search && searchCondition(search.expression, search.fields, readsAll),
    keys: list.sort.length > 0 ? compileSort(list.sort.map(withWireName), fields, "id", sortPath) : newestMembers,
    position: place,
    limit: list.limit,
    offset,
    countTotal,
  };
  // A search reads every visible member.
  return readWithTimeLimit(context.db, search ? Math.max(weight, heavyWeight) : weight, (db) =>
    findMemberPage(db, visibilityOf(context, caller), query, (row) =>
      toMember(context, row, visibleFieldsets(caller, row.id, list.fieldsets)),
    ),
  );
}

function offsetMetadata({ count, total = 0 }: { count: number; total?: number }, offset: number): PagingMetadata {
  return { count, offset, total, tooManyToCount: false };
}

/** The original client does not rename fields of `sorting`. */
function withWireName({ fieldName, order }: Sorting): Sorting {
  return { fieldName: fieldName.replace(/^_(?=(?:id|createdDate|updatedDate)$)/, ""), order };
}

/** Cursors contain filters on private fields, so they are valid only for the same member, visitors, or API keys. */
function readerOf(caller: Caller): string {
  if (isMemberReader(caller)) return "manager";
  return caller.kind === "member" ? `member ${caller.memberId}` : "visitor";
}

/** Emails are compared in lowercase. */
export function foldEmails(filter: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      name === "loginEmail" ? toLowerCase(value) : foldNested(value),
    ]),
  );
}

function foldNested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(foldNested);
  return typeof value === "object" && value !== null ? foldEmails({ ...value }) : value;
}

function toLowerCase(value: unknown): unknown {
  if (typeof value === "string") return value.toLowerCase();
  if (Array.isArray(value)) return value.map(toLowerCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([operator, operand]) => [operator, toLowerCase(operand)]));
}

/** The members of a bulk action, over `members m`. @throws {InvalidArguments} for an invalid filter. */
export function bulkCondition({
  filter,
  search,
}: {
  filter: Record<string, unknown>;
  search: string | null;
}): RawBuilder<boolean> {
  const { condition } = compileFilter(foldEmails(filter), memberFields, "filter");
  return search === null ? condition : both(condition, searchCondition(search, undefined, true));
}

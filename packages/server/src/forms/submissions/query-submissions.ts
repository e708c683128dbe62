import { maxFormPageSize } from "@porchlight/contract/forms/form-values";
import type {
  CountDeletedSubmissionsResponse,
  CountSubmissionsResponse,
  FormSubmission,
  FormSubmissionsCount,
  ListSubmissionTagsResponse,
} from "@porchlight/contract/forms/submission";
import type {
  countDeletedSubmissionsRequest,
  countSubmissionsByFilterRequest,
  countSubmissionsRequest,
  listDeletedSubmissionsRequest,
  querySubmissionsRequest,
  searchSubmissionsRequest,
} from "@porchlight/contract/forms/submission-schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/database.ts";
import { isId } from "../../platform/db/ids.ts";
import {
  type CursorScope,
  openCursor,
  pageCursors,
  privateCursorTtlMs,
  sealCursor,
} from "../../platform/db/pagination/cursor.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort, type KeysetPosition, type Sorting } from "../../platform/db/pagination/keyset-page.ts";
import { heavyWeight } from "../../platform/db/pagination/query-fields.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { isSubmissionReader, requireSubmissionReader } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { allOf } from "../definitions/form-query-fields-sql.ts";
import { findForm, type TrashScope } from "../definitions/forms-store.ts";
import { readFileLinks } from "../files/file-links.ts";
import { createdDateOrder, submissionQueryFields } from "./submission-query-fields-sql.ts";
import { serializeSubmission } from "./submission-serializer.ts";
import {
  countByForm,
  findNewestSubmissions,
  findSubmissionPage,
  findSubmissionTags,
  type SubmissionCondition,
  type SubmissionRow,
  submissionConditions,
} from "./submissions-store.ts";

/** Further words of a search are ignored. */
const maxWords = 10;

/** State in a cursor; the next request sends nothing else. */
interface QueryState {
  filter: Record<string, unknown>;
  sort: readonly Sorting[];
  /** In lower case. */
  words: readonly string[];
  mode: "AND" | "OR";
  limit: number;
  position?: KeysetPosition | undefined;
}

type Query = z.output<typeof querySubmissionsRequest>["body"]["query"];

/**
 * One page of the submissions that match a filter, the newest first by default. Visitors and members get their own.
 *
 * @throws {InvalidArguments} for an invalid query. @throws {Refusal} `CURSOR_INVALID`, `NOT_ALLOWED`.
 */
export async function querySubmissions(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof querySubmissionsRequest>,
  { byNamespace } = { byNamespace: false },
): Promise<RawJson> {
  const own = body.onlyYourOwn || !isSubmissionReader(caller);
  const { json, metadata } = await submissionPage(context, caller, body.query, {
    list: "submissions",
    submitterId: own ? requireSubmitterId(caller) : undefined,
    countTotal: body.returnTotalCount === true,
  });
  // The call by namespace has the metadata twice. Source: recordings/forms.json.
  const repeated = byNamespace ? `,"pagingMetadata":${metadata}` : "";
  return new RawJson(`{"submissions":[${json}],"metadata":${metadata}${repeated}}`);
}

/**
 * One page of the submissions with all words, or any of them, in their values.
 *
 * @throws {InvalidArguments} for an invalid query. @throws {Refusal} `CURSOR_INVALID`, `NOT_ALLOWED`.
 */
export async function searchSubmissions(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof searchSubmissionsRequest>,
): Promise<RawJson> {
  requireSubmissionReader(caller);
  const { search, ...query } = body.search;
  const words = (search?.expression ?? "").toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);
  const options = { list: "submission search", words, mode: search?.mode ?? "AND" } as const;
  const { json, metadata } = await submissionPage(context, caller, query, options);
  return new RawJson(`{"submissions":[${json}],"metadata":${metadata}}`);
}

/** @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`. */
export async function listDeletedSubmissions(
  context: ServerContext,
  { caller }: Requester,
  { query }: z.output<typeof listDeletedSubmissionsRequest>,
): Promise<RawJson> {
  requireSubmissionReader(caller);
  const { formId, submissionIds, statuses, namespace, paging } = query;
  const filter = {
    formId,
    ...(submissionIds && { id: { $in: submissionIds } }),
    ...(statuses && { status: { $in: statuses } }),
    ...(namespace !== undefined && { namespace }),
  };
  const options = { list: "deleted submissions", trashed: true };
  const { json, metadata } = await submissionPage(context, caller, { filter, cursorPaging: paging }, options);
  return new RawJson(`{"submissions":[${json}],"pagingMetadata":${metadata}}`);
}

async function serializeSubmissions(
  context: ServerContext,
  rows: readonly SubmissionRow[],
  isPrivate: boolean,
): Promise<FormSubmission[]> {
  const linksOf = await readFileLinks(
    context.db,
    context,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => serializeSubmission(row, { isPrivate, links: linksOf(row.id) }));
}

interface PageOptions {
  list: string;
  trashed?: boolean;
  submitterId?: string | undefined;
  countTotal?: boolean;
  words?: readonly string[];
  mode?: "AND" | "OR";
}

async function submissionPage(
  context: ServerContext,
  caller: Caller,
  { filter, sort, cursorPaging }: Query,
  { list, trashed = false, submitterId, countTotal = false, words = [], mode = "AND" }: PageOptions,
): Promise<{ json: string; metadata: string }> {
  const scope: CursorScope = { list, reader: submitterId ?? "reader", ttlMs: privateCursorTtlMs };
  const cursor = cursorPaging?.cursor ? openCursor<QueryState>(context, scope, cursorPaging.cursor) : undefined;
  const state: QueryState = {
    filter: filter ?? {},
    sort: sort ?? [],
    words,
    mode,
    ...cursor,
    limit: Math.min(cursorPaging?.limit ?? cursor?.limit ?? defaultPageSize, maxFormPageSize),
  };
  const sortNames = state.sort.map(({ fieldName }) => fieldName);
  const fields = submissionQueryFields(state.filter, sortNames, { hidesTags: submitterId !== undefined });
  const { condition, weight } = compileFilter(state.filter, fields);
  const conditions: SubmissionCondition[] = [condition];
  if (submitterId !== undefined) conditions.push(submissionConditions.submitter(submitterId));
  if (state.words.length > 0) conditions.push(submissionConditions.words(state.words, state.mode));
  const isHeavy = state.words.length > 0 || sortNames.some((name) => name.startsWith("submissions."));
  const page = await readWithTimeLimit(context.db, weight + (isHeavy ? heavyWeight : 0), (db) =>
    findSubmissionPage(
      db,
      context.site.id,
      {
        condition: allOf(conditions),
        trashed,
        keys: state.sort.length > 0 ? compileSort(state.sort, fields, "id") : createdDateOrder,
        position: state.position,
        limit: state.limit,
        countTotal,
      },
      (rows) => serializeSubmissions(context, rows, isSubmissionReader(caller)),
    ),
  );
  const metadata = {
    count: page.count,
    cursors: pageCursors(page, (position) => sealCursor(context, scope, { ...state, position })),
    hasNext: page.next !== undefined,
    total: page.total,
  };
  return { json: page.json, metadata: JSON.stringify(metadata) };
}

/** The id that the caller's own submissions have. @throws {Refusal} `NOT_ALLOWED` for a caller without one. */
function requireSubmitterId(caller: Caller): string {
  if (caller.kind === "member") return caller.memberId;
  if (caller.kind === "visitor") return caller.visitorId;
  if (caller.kind === "apiKey") return caller.apiKey.keyId;
  throw new Refusal("NOT_ALLOWED");
}

/** The newest submissions of a form, for the command line. @throws {Refusal} `NOT_ALLOWED`, `FORM_NOT_FOUND`. */
export async function listSubmissions(
  context: ServerContext,
  { caller }: Requester,
  { formId, limit }: { formId: string; limit: number },
): Promise<FormSubmission[]> {
  requireSubmissionReader(caller);
  const { db, site } = context;
  if (!isId(formId) || !(await findForm(db, site.id, formId))) throw new Refusal("FORM_NOT_FOUND");
  const rows = await findNewestSubmissions(db, site.id, formId, limit);
  return serializeSubmissions(context, rows, true);
}

/** Counts of each form, also of those without submissions. @throws {Refusal} `NOT_ALLOWED`. */
export async function countSubmissions(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof countSubmissionsRequest>,
): Promise<CountSubmissionsResponse> {
  requireSubmissionReader(caller);
  return { formsSubmissionsCount: await countOfForms(context, body, { trashed: false }) };
}

/** As {@link countSubmissions}, in the trash bin. @throws {Refusal} `NOT_ALLOWED`. */
export async function countDeletedSubmissions(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof countDeletedSubmissionsRequest>,
): Promise<CountDeletedSubmissionsResponse> {
  requireSubmissionReader(caller);
  const counts = await countOfForms(context, body, { trashed: true });
  return { formsDeletedSubmissionsCount: counts.map(({ formId, totalCount }) => ({ formId, totalCount })) };
}

async function countOfForms(
  context: ServerContext,
  { formIds, namespace, statuses }: z.output<typeof countDeletedSubmissionsRequest>["body"],
  scope: TrashScope,
): Promise<FormSubmissionsCount[]> {
  const conditions = [
    submissionConditions.forms(formIds),
    ...(namespace === undefined ? [] : [submissionConditions.namespace(namespace)]),
    ...(statuses ? [submissionConditions.statuses(statuses)] : []),
  ];
  const counts = await countByForm(context.db, context.site.id, allOf(conditions), scope);
  const byForm = new Map(counts.map((count) => [count.formId, count]));
  return formIds.map((formId) => byForm.get(formId.toLowerCase()) ?? { formId, totalCount: 0, unseenCount: 0 });
}

/** @throws {Refusal} `NOT_ALLOWED`. @throws {InvalidArguments} for an invalid filter. */
export async function countSubmissionsByFilter(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof countSubmissionsByFilterRequest>,
): Promise<CountSubmissionsResponse> {
  requireSubmissionReader(caller);
  const filter = body.filter ?? {};
  const { condition, weight } = compileFilter(filter, submissionQueryFields(filter, []), "filter");
  const formsSubmissionsCount = await readWithTimeLimit(context.db, weight, (db) =>
    countByForm(db, context.site.id, condition),
  );
  return { formsSubmissionsCount };
}

/** @throws {Refusal} `NOT_ALLOWED`. */
export async function listSubmissionTags(
  { db, site }: ServerContext,
  { caller }: Requester,
): Promise<ListSubmissionTagsResponse> {
  requireSubmissionReader(caller);
  return { tags: await findSubmissionTags(db, site.id) };
}

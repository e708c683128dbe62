import type { Form } from "@porchlight/contract/forms/form";
import type {
  countFormsByFilterRequest,
  listDeletedFormsRequest,
  listFormsRequest,
  queryFormsRequest,
} from "@porchlight/contract/forms/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { readWithTimeLimit } from "../../platform/db/database.ts";
import {
  type CursorScope,
  openCursor,
  pageCursors,
  privateCursorTtlMs,
  sealCursor,
} from "../../platform/db/pagination/cursor.ts";
import { compileFilter } from "../../platform/db/pagination/filter.ts";
import { compileSort, type KeysetPosition, type Sorting } from "../../platform/db/pagination/keyset-page.ts";
import { RawJson } from "../../platform/http/serve.ts";
import { isReader, isSubmissionReader, requireReader } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { allOf, formConditions, formQueryFields, updatedDateOrder } from "./form-query-fields-sql.ts";
import { serializeForm } from "./form-serializer.ts";
import { countForms, findAllForms, findFormPage } from "./forms-store.ts";

/** State in a cursor; the next request sends nothing else. */
interface ListState {
  filter: Record<string, unknown>;
  sort: readonly Sorting[];
  /** Conditions of list calls that filters cannot express. */
  paymentForm?: boolean | undefined;
  limit: number;
  position?: KeysetPosition | undefined;
}

const sorts: Readonly<Record<string, Sorting>> = {
  UPDATED_DATE_DESC: { fieldName: "updatedDate", order: "DESC" },
  UPDATED_DATE_ASC: { fieldName: "updatedDate", order: "ASC" },
  CREATED_DATE_DESC: { fieldName: "createdDate", order: "DESC" },
  CREATED_DATE_ASC: { fieldName: "createdDate", order: "ASC" },
  NAME_DESC: { fieldName: "name", order: "DESC" },
  NAME_ASC: { fieldName: "name", order: "ASC" },
};

/** All forms, the newest first, for the command line. @throws {Refusal} `NOT_ALLOWED`. */
export async function listAllForms(context: ServerContext, { caller }: Requester): Promise<Form[]> {
  requireReader(caller);
  const rows = await findAllForms(context.db, context.site.id);
  return rows.map((row) => serializeForm(row, { isPrivate: true }));
}

/** One page of forms of a namespace. Visitors and members get enabled forms. @throws {Refusal} `CURSOR_INVALID`. */
export async function listForms(
  context: ServerContext,
  { caller }: Requester,
  { query }: z.output<typeof listFormsRequest>,
): Promise<RawJson> {
  const { namespace, order, paging, formIds, paymentForm, nameFilter, enabled, disabled } = query;
  const filter = {
    namespace,
    ...(formIds && { id: { $in: formIds } }),
    ...(nameFilter?.name !== undefined && {
      name: nameFilter.filterType === "STARTS_WITH" ? { $startsWith: nameFilter.name } : nameFilter.name,
    }),
    ...(enabled === undefined ? disabled !== undefined && { enabled: !disabled } : { enabled }),
  };
  const sort = order ? [sorts[order]!] : [];
  return formPage(context, caller, { filter, sort, paymentForm }, paging, { trashed: false });
}

/** @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`. */
export async function listDeletedForms(
  context: ServerContext,
  { caller }: Requester,
  { query }: z.output<typeof listDeletedFormsRequest>,
): Promise<RawJson> {
  requireReader(caller);
  const { namespace, formIds, paging } = query;
  const filter = { ...(namespace !== undefined && { namespace }), ...(formIds && { id: { $in: formIds } }) };
  return formPage(context, caller, { filter, sort: [] }, paging, { trashed: true });
}

/**
 * One page of forms that match a filter. A cursor fixes filter and order.
 *
 * @throws {InvalidArguments} for an invalid query. @throws {Refusal} `CURSOR_INVALID`; `NOT_ALLOWED` for the trash bin.
 */
export async function queryForms(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof queryFormsRequest>,
  { trashed } = { trashed: false },
): Promise<RawJson> {
  if (trashed) requireReader(caller);
  const { filter, sort, cursorPaging } = body.query ?? {};
  const namespaced = body.namespace === undefined ? {} : { namespace: body.namespace };
  const state = { filter: { ...namespaced, ...filter }, sort: sort ?? [] };
  const options = { trashed, isQuery: true, countTotal: body.returnTotalCount === true };
  return formPage(context, caller, state, cursorPaging ?? undefined, options);
}

type Paging = { limit?: number | null | undefined; cursor?: string | null | undefined } | undefined;

async function formPage(
  context: ServerContext,
  caller: Caller,
  query: Omit<ListState, "limit">,
  paging: Paging,
  { trashed, isQuery = false, countTotal = false }: { trashed: boolean; isQuery?: boolean; countTotal?: boolean },
): Promise<RawJson> {
  const isPrivate = isReader(caller);
  // Support sees the names of all forms in its inbox.
  const seesClosed = isSubmissionReader(caller);
  const scope: CursorScope = {
    list: `${trashed ? "deleted " : ""}forms`,
    reader: isPrivate ? "reader" : seesClosed ? "support" : "visitor",
    ttlMs: privateCursorTtlMs,
  };
  const cursor = paging?.cursor ? openCursor<ListState>(context, scope, paging.cursor) : undefined;
  const state: ListState = { ...query, ...cursor, limit: paging?.limit ?? cursor?.limit ?? defaultPageSize };
  const { condition, weight } = compileFilter(state.filter, formQueryFields);
  const page = await readWithTimeLimit(context.db, weight, (db) =>
    findFormPage(
      db,
      context.site.id,
      {
        condition: allOf([
          condition,
          ...(seesClosed ? [] : [formConditions.enabled(true)]),
          ...(state.paymentForm === undefined ? [] : [formConditions.hasPayment(state.paymentForm)]),
        ]),
        trashed,
        keys: state.sort.length > 0 ? compileSort(state.sort, formQueryFields, "id") : updatedDateOrder,
        position: state.position,
        limit: state.limit,
        countTotal,
      },
      (row) => serializeForm(row, { isPrivate }),
    ),
  );
  const metadata = JSON.stringify({
    count: page.count,
    cursors: pageCursors(page, (position) => sealCursor(context, scope, { ...state, position })),
    hasNext: page.next !== undefined,
    total: page.total,
  });
  return new RawJson(
    `{"forms":[${page.json}],"pagingMetadata":${metadata}${isQuery ? `,"metadata":${metadata}` : ""}}`,
  );
}

/** @throws {Refusal} `NOT_ALLOWED`. @throws {InvalidArguments} for an invalid filter. */
export async function countFormsByFilter(
  context: ServerContext,
  { caller }: Requester,
  { body }: z.output<typeof countFormsByFilterRequest>,
  { trashed } = { trashed: false },
): Promise<{ count: number }> {
  requireReader(caller);
  const { condition, weight } = compileFilter(body.filter ?? {}, formQueryFields, "filter");
  const conditions = allOf([
    condition,
    ...(body.namespace === undefined ? [] : [formConditions.namespace(body.namespace)]),
  ]);
  const count = await readWithTimeLimit(context.db, weight, (db) =>
    countForms(db, context.site.id, conditions, { trashed }),
  );
  return { count };
}

import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { collectionVersion } from "../collections-store.ts";
import { fieldKeys, type ItemText, readTold, type ToldItem, told } from "./item-json.ts";
import { type ItemKey, inCollection } from "./items-store.ts";

/** One step of an order. */
export interface SortKey {
  column: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  descending: boolean;
  /** Where it is a field that every item has and is told with. */
  system?: SystemKey | undefined;
}

type SystemKey = "_id" | "_createdDate" | "_updatedDate";
export const isSystemKey = (name: string): name is SystemKey => Object.hasOwn(systemColumns, name);

const systemColumns: Readonly<Record<SystemKey, { name: string; type: string }>> = {
  _id: { name: "id", type: "text" },
  _createdDate: { name: "created_at", type: "timestamptz" },
  _updatedDate: { name: "updated_at", type: "timestamptz" },
};

export interface PageQuestion {
  wanted: RawBuilder<boolean>;
  /** Given where all is wanted that the caller may read, with the member whose items alone these are: the statement is everybody's then. */
  everything?: { memberId: string | undefined } | undefined;
  /** The last of them tells all items apart. */
  keys: readonly SortKey[];
  /** Between two items of the order; the page ends there when `backward`. */
  place?: { values: readonly string[]; backward?: boolean } | undefined;
  limit: number;
  offset: number;
  fields?: readonly string[] | undefined;
  drafts: boolean;
}

export interface ItemPage {
  /** Of the collection at that moment; absent when it was gone. */
  version?: string | undefined;
  items: ItemText[];
  /** Where the page before this one ends; absent at the beginning. */
  previous?: string[];
  /** Where the next page begins; absent at the end. */
  next?: string[];
}

/** One page of items, which begins at a place instead of counting up to it. */
export async function findItemPage(db: DbOrTx, key: ItemKey, question: PageQuestion): Promise<ItemPage> {
  const { place, limit, offset } = question;
  const backward = place?.backward === true;
  const keys = backward ? question.keys.map((one) => ({ ...one, descending: !one.descending })) : question.keys;
  const fields = fieldKeys(question.fields);
  const [page] = await selectPage(db, key, { ...question, keys }, fields);
  const rows = page?.told?.split(rowsEnd) ?? [];
  const found = rows.slice(0, limit).map((row) => readTold(row, fields));
  const placeOf = (item: ToldItem | undefined) => item && placeAt(item, keys);
  const onwards = rows.length > limit ? placeOf(found.at(-1)) : undefined;
  const back = place || offset > 0 ? placeOf(found[0]) : undefined;
  const [previous, next] = backward ? [onwards, back] : [back, onwards];
  return {
    version: page?.version ?? undefined,
    items: backward ? found.reverse() : found,
    ...(previous && { previous }),
    ...(next && { next }),
  };
}

/** Between the items of a page; JSON text has no such character. */
const rowsEnd = "\u001e";

interface PageRow {
  told: string | null;
  version: string | null;
}

/** Where an item stands in an order. Keys that are not told with it come after it, in their order. */
function placeAt(item: ToldItem, keys: readonly SortKey[]): string[] {
  let next = 0;
  return keys.map(({ system }) => {
    switch (system) {
      case "_id":
        return item.id;
      case "_createdDate":
        return item.createdDate;
      case "_updatedDate":
        return item.updatedDate;
      default:
        return JSON.parse(item.more[next++] ?? '""');
    }
  });
}

async function selectPage(
  db: DbOrTx,
  key: ItemKey,
  { wanted, everything, keys, place, limit, offset, drafts }: PageQuestion,
  fields: readonly string[] | undefined,
): Promise<PageRow[]> {
  const order = keys.flatMap(({ system, descending }) => (system ? [{ system, descending }] : []));
  if (everything && order.length === keys.length && order.length <= 2) {
    const memberId = everything.memberId ?? null;
    const [first = "", second = ""] = place?.values ?? [];
    const shape: PageShape = {
      order,
      isBeyond: place !== undefined,
      isOwn: memberId !== null,
      drafts,
      isWhole: fields === undefined,
      limit: plannedLimits.has(limit) ? limit : null,
      skips: offset > 0,
    };
    const values = { ...key, memberId, first, second, limit: limit + 1, offset, fields: fields ?? null };
    return selectEverything(db, values, shape);
  }
  const { rows } = await pageOf({
    inside: sql`${inCollection(key)} and ${wanted}`,
    keys,
    values: place?.values,
    drafts,
    fields,
    range: sql`limit ${limit + 1} offset ${offset}`,
    version: versionOf(key.siteId, key.collectionId),
  }).execute(db);
  return rows;
}

/** A limit written out lets PostgreSQL keep its plan; callers choose among many, and each makes another statement. */
const plannedLimits: ReadonlySet<number> = new Set([10, 20, 50, 100]);

interface PageShape {
  order: { system: SystemKey; descending: boolean }[];
  isBeyond: boolean;
  isOwn: boolean;
  drafts: boolean;
  isWhole: boolean;
  limit: number | null;
  skips: boolean;
}
type PageValues = ItemKey & {
  memberId: string | null;
  first: string;
  second: string;
  limit: number;
  offset: number;
  fields: readonly string[] | null;
};

const selectEverything = statement<PageValues, PageRow, PageShape>((bind, shape) => {
  const published = shape.drafts ? sql`` : sql` and i.published`;
  const own = shape.isOwn ? sql` and i.owner_id = ${bind("memberId")}` : sql``;
  const limit = shape.limit === null ? bind("limit") : sql.lit(shape.limit + 1);
  return pageOf({
    inside: sql`i.site_id = ${bind("siteId")} and i.collection_id = ${bind("collectionId")}${published}${own}`,
    keys: shape.order.map(({ system, descending }) => {
      const { name, type } = systemColumns[system];
      return { column: sql.ref(`i.${name}`), type: sql.raw(type), descending, system };
    }),
    values: shape.isBeyond ? [bind("first"), bind("second")] : undefined,
    drafts: shape.drafts,
    fields: shape.isWhole ? undefined : (bind("fields") ?? undefined),
    range: shape.skips ? sql`limit ${limit} offset ${bind("offset")}` : sql`limit ${limit}`,
    version: versionOf(bind("siteId"), bind("collectionId")),
  });
});

const versionOf = (siteId: string, collectionId: string) => sql`(select ${collectionVersion} from data_collections c
  where c.site_id = ${siteId} and c.id = ${collectionId})`;

/** What is told of an item is made of no more rows than the page has. */
function pageOf(parts: {
  inside: RawBuilder<unknown>;
  keys: readonly SortKey[];
  values: readonly string[] | undefined;
  drafts: boolean;
  fields: readonly string[] | undefined;
  range: RawBuilder<unknown>;
  version: RawBuilder<unknown>;
}): RawBuilder<PageRow> {
  const { inside, keys, values, drafts, fields, range, version } = parts;
  const beyond = values ? sql` and ${isBeyond(keys, values)}` : sql``;
  const own = keys.map((key, index) => (key.system ? key : { ...key, column: sql.ref(`key${index}`) }));
  const outer = keys.map((key, index) => (key.system ? key : { ...key, column: sql.ref(`i.key${index}`) }));
  const more = outer.flatMap(({ system, column }) => (system ? [] : [sql`to_json(${column}::text)`]));
  const columns = keys.flatMap(({ system, column }, index) =>
    system ? [] : [sql`, ${column} as ${sql.ref(`key${index}`)}`],
  );
  return sql<PageRow>`
    select string_agg(${told("i", { keys: fields, drafts, more })}, ${sql.lit(rowsEnd)} order by ${orderBy(outer)}) as told,
      ${version} as version
    from (
      select i.id, i.owner_id, i.created_at, i.updated_at, i.data, i.draft${sql.join(columns, sql``)}
      from data_items i where ${inside}${beyond}
      order by ${orderBy(own)} ${range}
    ) i`;
}

export function orderBy(keys: readonly SortKey[]): RawBuilder<unknown> {
  return sql.join(keys.map(({ column, descending }) => sql`${column} ${descending ? sql`desc` : sql`asc`}`));
}

/** Whether a row comes after the one with these values. */
function isBeyond(keys: readonly SortKey[], values: readonly string[]): RawBuilder<boolean> {
  const bound = keys.map(({ type }, index) => sql`${values[index]}::${type}`);
  const [first] = keys;
  if (keys.every(({ descending }) => descending === first?.descending)) {
    // One comparison of rows, which an index of the same order serves.
    return sql<boolean>`(${sql.join(keys.map(({ column }) => column))}) ${first?.descending ? sql`<` : sql`>`} (${sql.join(bound)})`;
  }
  const steps = keys.map(({ column, descending }, index) => {
    const equal = keys.slice(0, index).map((key, at) => sql`${key.column} = ${bound[at]}`);
    return sql`(${sql.join([...equal, sql`${column} ${descending ? sql`<` : sql`>`} ${bound[index]}`], sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(steps, sql` or `)})`;
}

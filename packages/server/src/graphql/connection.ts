import {
  type FieldNode,
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLString,
  Kind,
  type SelectionSetNode,
} from "graphql";
import {
  isConnectionCursor,
  type ListConditions,
  openEdgeCursor,
  openOffsetCursor,
  sealCursor,
} from "./connection-cursor.ts";
import { type GraphQLNullableOutput, jsonScalar } from "./types.ts";

/** The page of a list that a client requests. */
export interface PageArguments extends ListConditions {
  first?: number | null;
  after?: string | null;
  before?: string | null;
}

interface PagingMetadata {
  total?: number | undefined;
  hasNext?: boolean | undefined;
  cursors?: { next?: string | undefined; prev?: string | undefined } | undefined;
}

/** A page of a list. */
export interface Connection {
  nodes: readonly unknown[];
  edges: readonly { node: unknown; cursor: string }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | undefined;
    endCursor: string | undefined;
  };
  totalCount: number | undefined;
}

const pageInfo = new GraphQLObjectType({
  name: "PageInfo",
  fields: {
    hasNextPage: { type: new GraphQLNonNull(GraphQLBoolean) },
    hasPreviousPage: { type: new GraphQLNonNull(GraphQLBoolean) },
    startCursor: { type: GraphQLString, description: "Pass it as `before` to read the previous page." },
    endCursor: { type: GraphQLString, description: "Pass it as `after` to read the next page." },
  },
});

const sortOrder = new GraphQLEnumType({ name: "SortOrder", values: { ASC: {}, DESC: {} } });
const sortInput = new GraphQLInputObjectType({
  name: "SortInput",
  fields: {
    field: { type: new GraphQLNonNull(GraphQLString) },
    order: { type: sortOrder, defaultValue: "ASC" },
  },
});

/** Arguments of every list. */
export const pageArguments: GraphQLFieldConfigArgumentMap = {
  filter: { type: jsonScalar, description: 'Conditions by field, such as `{slug: {$in: ["a", "b"]}}`.' },
  sort: { type: new GraphQLList(new GraphQLNonNull(sortInput)) },
  first: { type: GraphQLInt, defaultValue: 20, description: "Maximum number of nodes: 1 to 100, of items to 1,000." },
  after: {
    type: GraphQLString,
    description: "`endCursor` of the previous page, or the cursor of an edge; it determines filter and sort.",
  },
  before: { type: GraphQLString, description: "`startCursor` of the next page, instead of `after`." },
};

/** Cost of counting a list, which may read all of it. */
const totalCountCost = 10;

/** The type of a page. */
export function connectionType(name: string, node: GraphQLNullableOutput): GraphQLObjectType {
  const edge = new GraphQLObjectType({
    name: `${name}Edge`,
    fields: {
      node: { type: new GraphQLNonNull(node) },
      cursor: { type: new GraphQLNonNull(GraphQLString), description: "Pass it as `after` to read what follows." },
    },
  });
  return new GraphQLObjectType({
    name: `${name}Connection`,
    fields: {
      edges: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(edge))) },
      nodes: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(node))) },
      pageInfo: { type: new GraphQLNonNull(pageInfo) },
      totalCount: {
        type: GraphQLInt,
        description: "Number of all nodes that match the filter.",
        extensions: { complexity: totalCountCost },
      },
    },
  });
}

/** A page as the endpoints of lists return it. */
interface ListPage {
  nodes: readonly unknown[];
  paging: PagingMetadata;
}

const defaultPageSize = 20;

/**
 * Reads a page with the query of the contract. After the cursor of an edge, which no endpoint knows, it first reads the
 * nodes up to the edge for the cursor behind them.
 *
 * @throws {GraphQLError} `CURSOR_INVALID`.
 */
export async function readConnection(
  page: PageArguments,
  read: (query: object) => Promise<ListPage>,
): Promise<Connection> {
  if (!isConnectionCursor(page.after)) return toConnection(page, await read(toQuery(page)));
  const { skip, ...start } = openEdgeCursor(page.after);
  const former = await read(toQuery({ ...start, first: skip }));
  const { next } = former.paging.cursors ?? {};
  if (next === undefined)
    return toConnection(page, { nodes: [], paging: { ...former.paging, hasNext: false, cursors: {} } });
  const behind = { ...start, after: next, before: null, first: page.first ?? null };
  return toConnection(behind, await read(toQuery(behind)));
}

/**
 * Reads a page of a list without cursors: all cursors are offsets.
 *
 * @throws {GraphQLError} `CURSOR_INVALID`.
 */
export async function readOffsetConnection(
  { after, before, ...page }: PageArguments,
  read: (query: object) => Promise<ListPage>,
): Promise<Connection> {
  const cursor = after ?? before;
  const { offset: position, ...list } = cursor == null ? { ...page, offset: 0 } : openOffsetCursor(cursor);
  const size = page.first ?? defaultPageSize;
  const offset = after == null ? Math.max(0, position - size) : position;
  const limit = after == null && before != null ? Math.min(size, position) : size;
  const conditions = { filter: list.filter ?? null, sort: list.sort ?? null };
  const { nodes, paging } = await read({ ...toConditions(conditions), paging: { limit, offset } });
  const cursorAt = (index: number) => sealCursor({ ...conditions, offset: offset + index });
  const cursors = {
    prev: offset > 0 ? cursorAt(0) : undefined,
    next: paging.hasNext ? cursorAt(nodes.length) : undefined,
  };
  return toPage({ nodes, paging: { ...paging, cursors } }, (index) => cursorAt(index + 1));
}

/** The query of the contract for a page. */
function toQuery({ first, after, before, ...conditions }: PageArguments): object {
  return { ...toConditions(conditions), cursorPaging: { limit: first ?? defaultPageSize, cursor: after ?? before } };
}

function toConditions({ filter, sort }: ListConditions): object {
  return {
    ...(filter && { filter }),
    ...(sort && { sort: sort.map(({ field, order }) => ({ fieldName: field, order })) }),
  };
}

/** Converts a page of the contract. */
function toConnection({ filter, sort, after, before }: PageArguments, page: ListPage): Connection {
  const start = {
    ...(filter && { filter }),
    ...(sort && { sort }),
    ...(after && { after }),
    ...(before && { before }),
  };
  return toPage(page, (index) => sealCursor({ ...start, skip: index + 1 }));
}

function toPage({ nodes, paging }: ListPage, cursorOf: (index: number) => string): Connection {
  const { cursors, hasNext, total } = paging;
  return {
    nodes,
    get edges() {
      return nodes.map((node, index) => ({ node, cursor: cursorOf(index) }));
    },
    pageInfo: {
      hasNextPage: hasNext ?? cursors?.next !== undefined,
      hasPreviousPage: cursors?.prev !== undefined,
      startCursor: cursors?.prev,
      endCursor: cursors?.next,
    },
    totalCount: total,
  };
}

/** Whether a query of a connection selects the total, as the option of lists. */
export function selectedTotal(info: GraphQLResolveInfo): { returnTotalCount?: true } {
  return selectedFields(info).has("totalCount") ? { returnTotalCount: true } : {};
}

/** Names of the fields of the nodes that a query of a connection selects. */
export function selectedNodeFields(info: GraphQLResolveInfo): ReadonlySet<string> {
  return new Set([...selectedFields(info, "nodes"), ...selectedFields(info, "edges", "node")]);
}

/** Names of the fields that a query selects at a path below the current field, including those of fragments. */
export function selectedFields(info: GraphQLResolveInfo, ...path: readonly string[]): ReadonlySet<string> {
  let sets = info.fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  for (const name of path)
    sets = fieldsIn(sets, info).flatMap((node) => (node.name.value === name ? (node.selectionSet ?? []) : []));
  return new Set(fieldsIn(sets, info).map(({ name }) => name.value));
}

function fieldsIn(sets: readonly SelectionSetNode[], info: GraphQLResolveInfo): FieldNode[] {
  return sets
    .flatMap(({ selections }) => selections)
    .flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return selection;
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn([selection.selectionSet], info);
      const fragment = info.fragments[selection.name.value];
      return fragment ? fieldsIn([fragment.selectionSet], info) : [];
    });
}

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
import { type GraphQLNullableOutput, jsonScalar } from "./types.ts";

/** The page of a list that a client requests. */
export interface PageArguments {
  filter?: Record<string, unknown> | null;
  sort?: readonly { field: string; order: "ASC" | "DESC" }[] | null;
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
  first: { type: GraphQLInt, defaultValue: 20, description: "Maximum number of nodes, 1 to 100." },
  after: { type: GraphQLString, description: "`endCursor` of the previous page, which determines filter and sort." },
  before: { type: GraphQLString, description: "`startCursor` of the next page, instead of `after`." },
};

/** The type of a page. @param hasTotal Whether the total can be requested. */
export function connectionType(name: string, node: GraphQLNullableOutput, hasTotal = false): GraphQLObjectType {
  return new GraphQLObjectType({
    name: `${name}Connection`,
    fields: {
      nodes: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(node))) },
      pageInfo: { type: new GraphQLNonNull(pageInfo) },
      ...(hasTotal && { totalCount: { type: GraphQLInt, description: "Number of all nodes that match the filter." } }),
    },
  });
}

/** The query of the contract for a page. */
export function toQuery({ filter, sort, first, after, before }: PageArguments): object {
  return {
    ...(filter && { filter }),
    ...(sort && { sort: sort.map(({ field, order }) => ({ fieldName: field, order })) }),
    cursorPaging: { limit: first ?? 20, cursor: after ?? before },
  };
}

/** Converts a page of the contract. */
export function toConnection(nodes: readonly unknown[], { cursors, hasNext, total }: PagingMetadata): Connection {
  return {
    nodes,
    pageInfo: {
      hasNextPage: hasNext ?? cursors?.next !== undefined,
      hasPreviousPage: cursors?.prev !== undefined,
      startCursor: cursors?.prev,
      endCursor: cursors?.next,
    },
    totalCount: total,
  };
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

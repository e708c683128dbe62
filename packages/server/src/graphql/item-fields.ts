import type { FieldType } from "@porchlight/contract/data/collections/collection-values";
import * as items from "@porchlight/contract/data/items/read-endpoints";
import { itemResponse } from "@porchlight/contract/data/response-schema";
import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from "graphql";
import type { Collection } from "../data/collections/collection.ts";
import { connectionType, type PageArguments, pageArguments, readConnection, selectedTotal } from "./connection.ts";
import type { GraphqlContext } from "./graphql-context.ts";
import { dateTimeScalar, jsonScalar, type TypeFactory } from "./types.ts";

type ItemData = Record<string, unknown>;
type Fields = GraphQLFieldConfigMap<unknown, GraphqlContext>;
type ItemField = GraphQLFieldConfig<ItemData, GraphqlContext>;

const collectionArgument = { type: new GraphQLNonNull(GraphQLString), description: "ID of the collection." };

/** Reads of items of any collection, whose data is JSON. */
export function itemFields(types: TypeFactory): Fields {
  const dataItem = types.outputOf(itemResponse, "dataItem");
  return {
    item: {
      type: dataItem,
      description: "An item of a collection.",
      args: { collection: collectionArgument, id: { type: new GraphQLNonNull(GraphQLID) } },
      async resolve(_root, { collection, id }: { collection: string; id: string }, { call }) {
        const query = { dataCollectionId: collection };
        return (await call(items.getItem, { params: { dataItemId: id }, query })).dataItem;
      },
    },
    items: {
      type: new GraphQLNonNull(connectionType("DataItem", dataItem)),
      description: "Items of a collection.",
      args: { collection: collectionArgument, ...pageArguments },
      async resolve(_root, { collection, ...page }: { collection: string } & PageArguments, context, info) {
        return readItems(context, collection, page, selectedTotal(info), ({ dataItems }) => dataItems);
      },
    },
  };
}

type ItemPage = Awaited<ReturnType<typeof queryItems>>;

const queryItems = ({ call }: GraphqlContext, body: object) => call(items.queryItemsByPost, { body });

const readItems = (
  context: GraphqlContext,
  collection: string,
  page: PageArguments,
  options: ReturnType<typeof selectedTotal>,
  nodesOf: (page: ItemPage) => readonly unknown[],
) =>
  readConnection(page, async (query) => {
    const found = await queryItems(context, { dataCollectionId: collection, query, ...options });
    return { nodes: nodesOf(found), paging: found.pagingMetadata };
  });

/** Types of values that are not JSON. References are separate. */
const valueTypes: Partial<Record<FieldType, GraphQLOutputType>> = {
  TEXT: GraphQLString,
  NUMBER: GraphQLFloat,
  BOOLEAN: GraphQLBoolean,
  DATE: GraphQLString,
  DATETIME: dateTimeScalar,
  IMAGE: GraphQLString,
  DOCUMENT: GraphQLString,
  URL: GraphQLString,
  RICH_TEXT: GraphQLString,
  VIDEO: GraphQLString,
  AUDIO: GraphQLString,
  TIME: GraphQLString,
  LANGUAGE: GraphQLString,
  PAGE_LINK: GraphQLString,
  ARRAY_STRING: new GraphQLList(GraphQLString),
  ARRAY_DOCUMENT: new GraphQLList(GraphQLString),
};

const validName = /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/;

/**
 * One list and one item field per collection, with the types of its fields. Collections and fields whose names GraphQL
 * does not allow are only in `items`.
 */
export function collectionFields(collections: readonly Collection[]): Fields {
  const named = collections.filter(({ id }) => validName.test(id));
  const types = new Map<string, GraphQLObjectType>();
  for (const collection of named) types.set(collection.id, collectionType(collection, types));
  return Object.fromEntries(
    named.flatMap(({ id }) => {
      const type = types.get(id)!;
      const list: GraphQLFieldConfig<unknown, GraphqlContext> = {
        type: new GraphQLNonNull(connectionType(`${id}_Item`, type)),
        args: pageArguments,
        async resolve(_parent, page: PageArguments, context, info) {
          return readItems(context, id, page, selectedTotal(info), ({ dataItems }) =>
            dataItems.map(({ data }) => data),
          );
        },
      };
      const one: GraphQLFieldConfig<unknown, GraphqlContext> = {
        type,
        args: { id: { type: new GraphQLNonNull(GraphQLID) } },
        resolve: (_parent, args: { id: string }, { loaders }) => loaders.items(id).load(args.id),
      };
      // Another collection may have this name.
      return types.has(`${id}_item`)
        ? [[id, list]]
        : [
            [id, list],
            [`${id}_item`, one],
          ];
    }),
  );
}

function collectionType({ id, fields }: Collection, types: ReadonlyMap<string, GraphQLObjectType>): GraphQLObjectType {
  return new GraphQLObjectType<ItemData, GraphqlContext>({
    name: `${id}_Item`,
    description: `An item of the collection ${id}.`,
    fields: () => ({
      _id: { type: new GraphQLNonNull(GraphQLID) },
      _owner: { type: GraphQLID },
      _createdDate: { type: dateTimeScalar, resolve: (item) => toValue(item["_createdDate"]) },
      _updatedDate: { type: dateTimeScalar, resolve: (item) => toValue(item["_updatedDate"]) },
      ...Object.fromEntries(
        [...fields.values()].flatMap((field): [string, ItemField][] => {
          const { key, type = "ANY", typeMetadata } = field;
          if (!validName.test(key) || key.startsWith("_")) return [];
          const targetId = typeMetadata?.reference?.referencedCollectionId;
          const target = type === "REFERENCE" && targetId !== undefined ? types.get(targetId) : undefined;
          if (!target) return [[key, valueField(key, type)]];
          return [
            [
              key,
              {
                type: target,
                resolve(item, _args, { loaders }) {
                  const reference = item[key];
                  return typeof reference === "string" ? loaders.items(targetId!).load(reference) : null;
                },
              },
            ],
          ];
        }),
      ),
    }),
  });
}

/** Collections that are not strict may contain values of other types, which are null. */
function valueField(key: string, fieldType: FieldType): ItemField {
  const type = valueTypes[fieldType] ?? jsonScalar;
  const accepts = acceptedValues.get(type);
  return {
    type,
    resolve(item) {
      const value = Object.hasOwn(item, key) ? toValue(item[key]) : null;
      return accepts && value !== undefined && !accepts(value) ? null : value;
    },
  };
}

const isString = (value: unknown): boolean => typeof value === "string";
const acceptedValues = new Map<GraphQLOutputType, (value: unknown) => boolean>([
  [GraphQLString, isString],
  [dateTimeScalar, isString],
  [GraphQLFloat, (value) => typeof value === "number"],
  [GraphQLBoolean, (value) => typeof value === "boolean"],
  [valueTypes.ARRAY_STRING!, (value) => Array.isArray(value) && value.every(isString)],
  [valueTypes.ARRAY_DOCUMENT!, (value) => Array.isArray(value) && value.every(isString)],
]);

/** A point in time is `{$date}` in an item. */
function toValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$date" in value)) return value;
  return value.$date;
}

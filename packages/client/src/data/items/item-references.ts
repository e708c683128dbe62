import * as endpoints from "@porchlight/contract/data/items/endpoints";
import { isNonEmptyString, isObject } from "../../http/response.ts";
import type { CallOptions } from "../../transport.ts";
import { checkText, startRequest } from "../checks.ts";
import { type DataSender, dataOf, listOf } from "../data-call.ts";
import { check, isString } from "../data-errors.ts";
import { checkNumber } from "../query/conditions.ts";
import { readPage } from "../query/item-page.ts";
import type {
  ItemOptions,
  ItemOrId,
  ReadOptions,
  ReferencedItemsOptions,
  ReferencedOptions,
  Relationship,
} from "../query/query-types.ts";

type Many = ItemOrId | readonly ItemOrId[];

/** Id of an item or the id itself. */
function idOf(item: unknown, code = 19): string {
  const id = isObject(item) ? item._id : item;
  check(isNonEmptyString(id), code);
  return id as string;
}

const idsOf = (items: Many): string[] => [items].flat().map((item) => idOf(item));

/** Calls on multi-reference fields. */
export function referenceCalls(send: DataSender) {
  const start = (collection: string, field: unknown, options: object | undefined) => {
    const request = startRequest(collection, options);
    checkText(field, "The name of the field");
    return request;
  };
  const change = async (
    endpoint: typeof endpoints.insertReferences,
    collection: string,
    references: readonly Relationship[],
    code: number,
    options?: ItemOptions,
    call?: CallOptions,
  ) => {
    const request = startRequest(collection, options);
    const dataItemReferences = references.map((reference) => {
      const { relationshipName, left, right } = Object(reference);
      check(isString(relationshipName), 21);
      return {
        referringItemFieldName: relationshipName,
        referringItemId: idOf(left, code),
        referencedItemId: idOf(right, code),
      };
    });
    await send(endpoint, { ...request, dataItemReferences }, call);
  };
  const changing =
    (endpoint: typeof endpoints.insertReferences) =>
    async (collection: string, first: string | readonly Relationship[], ...args: unknown[]) => {
      if (Array.isArray(first)) return change(endpoint, collection, first, 21, ...(args as [ItemOptions?]));
      const [left, right, ...remaining] = args as [ItemOrId, Many, ItemOptions?];
      start(collection, first, remaining[0]);
      const references = [right].flat().map((one) => ({ relationshipName: first as string, left, right: one }));
      return change(endpoint, collection, references, 19, ...remaining);
    };
  return {
    insertReference: changing(endpoints.insertReferences),
    removeReference: changing(endpoints.removeReferences),
    async replaceReferences(
      collection: string,
      field: string,
      item: ItemOrId,
      references: Many,
      options?: ItemOptions,
      call?: CallOptions,
    ) {
      const body = {
        ...start(collection, field, options),
        referringItemFieldName: field,
        referringItemId: idOf(item),
        newReferencedItemIds: idsOf(references),
      };
      await send(endpoints.replaceReferences, body, call);
    },
    async isReferenced(
      collection: string,
      field: string,
      item: ItemOrId,
      reference: ItemOrId,
      options?: ReadOptions,
      call?: CallOptions,
    ) {
      const body = {
        ...start(collection, field, options),
        referringItemFieldName: field,
        referringItemId: idOf(item),
        referencedItemId: idOf(reference),
      };
      return (await send(endpoints.isReferenced, body, call)).isReferenced;
    },
    async queryReferenced(
      collection: string,
      item: ItemOrId,
      field: string,
      { order, limit = 50, skip = 0, returnTotalCount, ...options }: ReferencedOptions = {},
      first?: CallOptions,
    ) {
      const request = {
        ...start(collection, field, options),
        referringItemId: idOf(item),
        referringItemFieldName: field,
        order: order?.toUpperCase(),
      };
      checkNumber(limit, "limit", true);
      checkNumber(skip, "skip", false);
      return readPage(
        collection,
        async (position, call, isFirst) => {
          const body = {
            ...request,
            paging: { limit: position.limit, offset: position.skip },
            returnTotalCount: isFirst ? returnTotalCount : undefined,
          };
          const { results, pagingMetadata } = await send(endpoints.queryReferenced, body, call);
          const dataItems = listOf(results).flatMap((result) => Object(result).dataItem ?? []);
          return { items: dataItems.map(dataOf), pagingMetadata };
        },
        { limit, skip },
        first,
      );
    },
    async queryReferencedItems(
      collection: string,
      items: readonly ItemOrId[],
      field: string,
      { order, ...options }: ReferencedItemsOptions = {},
      call?: CallOptions,
    ) {
      const body = {
        ...start(collection, field, options),
        referringItemIds: idsOf(items),
        referringItemFieldName: field,
        order: order?.toUpperCase(),
      };
      const { results, pagingMetadata } = await send(endpoints.queryReferenced, body, call);
      return {
        results: listOf(results).map((result) => {
          const { referringItemId, dataItem, unresolvedReference } = Object(result);
          if (dataItem) return { referringItemId, item: dataOf(dataItem) };
          const { referencedItemId, unauthorized = false, ...missing } = Object(unresolvedReference);
          return {
            referringItemId: referringItemId ?? missing.referringItemId,
            unresolvedReference: { referencedItemId, unauthorized },
          };
        }),
        pagingMetadata,
      };
    },
  };
}

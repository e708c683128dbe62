import * as z from "zod";
import { singleLineText } from "../../wire/value-schema.ts";
import { dataErrors } from "../errors.ts";
import {
  callOptions,
  collectionId,
  cursorPaging,
  fieldName,
  fields,
  filter,
  includeReferences,
  itemId,
  limit,
  offset,
  paging,
  queryReadOptions,
  readOptions,
  sort,
} from "./call-schema.ts";
import { fieldActions, maxBulkItems } from "./item-values.ts";

const messageOf = (code: keyof typeof dataErrors) => dataErrors[code].message;

const itemData = (code: "WDE0004" | "WDE0005") => z.record(z.string(), z.unknown(), { error: messageOf(code) });
const newItem = z.object(
  { id: itemId("WDE0007").nullish(), data: itemData("WDE0004") },
  { error: messageOf("WDE0004") },
);
/** The id of one item of a bulk request, which fails alone if its id is invalid. */
const bulkItemId = (code: "WDE0002" | "WDE0005" | "WDE0068") => z.string({ error: messageOf(code) });
const manyItems = z
  .array(
    z.object({ id: bulkItemId("WDE0005").nullish(), data: itemData("WDE0005") }, { error: messageOf("WDE0005") }),
    {
      error: messageOf("WDE0005"),
    },
  )
  .max(maxBulkItems, messageOf("WDE0006"));
const writeOptions = {
  ...callOptions,
  includeReferencedItems: includeReferences,
  saveReferences: z.boolean({ error: messageOf("WDE0018") }).nullish(),
};
const condition = z.object({ filter }).nullish();
const orderWish = z.enum(["ASC", "DESC"]).nullish();
const wantsTotal = z.boolean({ error: messageOf("WDE0018") }).nullish();
const notBoth = {
  error: messageOf("WDE0080"),
  params: { violatedRule: "ONE_OF_ALIGNMENT" },
};
const hasOnePaging = (query: { paging?: unknown; cursorPaging?: unknown }) => !(query.paging && query.cursorPaging);

const collectionRequest = { dataCollectionId: collectionId };

export const insertItemRequest = z.object({
  body: z.object({ ...collectionRequest, dataItem: newItem, ...writeOptions }),
});
export const updateItemRequest = z.object({
  body: z.object({
    ...collectionRequest,
    dataItem: z.object({ id: itemId("WDE0007"), data: itemData("WDE0004") }, { error: messageOf("WDE0004") }),
    condition,
    ...writeOptions,
  }),
});
export const removeItemRequest = z.object({
  body: z.object({ ...collectionRequest, dataItemId: itemId("WDE0002"), condition, ...callOptions }),
});
export const itemByIdRequest = z.object({
  body: z.object({ ...collectionRequest, dataItemId: itemId("WDE0002"), ...callOptions }),
});
export const unpublishItemRequest = z.object({
  body: z.object({
    ...collectionRequest,
    dataItemId: itemId("WDE0002"),
    copyToDraft: z.boolean({ error: messageOf("WDE0018") }).nullish(),
    ...callOptions,
  }),
});

const option = z.object({ value: z.unknown() }).nullish();
export const fieldModification = z.object({
  action: z.enum(fieldActions),
  fieldPath: z.string({ error: messageOf("WDE0048") }),
  setFieldOptions: option,
  incrementFieldOptions: z.object({ value: z.number() }).nullish(),
  appendToArrayOptions: option,
  removeFromArrayOptions: option,
});
const modifications = z.array(fieldModification).max(100);
const itemPatch = z.object({ dataItemId: itemId("WDE0002"), fieldModifications: modifications });
const bulkItemPatch = itemPatch.extend({ dataItemId: bulkItemId("WDE0002") });

export const patchItemRequest = z.object({
  body: z.object({ ...collectionRequest, patch: itemPatch, condition, ...callOptions }),
});
export const bulkItemsRequest = z.object({
  body: z.object({ ...collectionRequest, dataItems: manyItems, returnEntity: z.boolean().nullish(), ...callOptions }),
});
export const bulkRemoveItemsRequest = z.object({
  body: z.object({
    ...collectionRequest,
    dataItemIds: z
      .array(bulkItemId("WDE0068"), { error: messageOf("WDE0068") })
      .max(maxBulkItems, messageOf("WDE0069")),
    ...callOptions,
  }),
});
export const bulkPatchItemsRequest = z.object({
  body: z.object({
    ...collectionRequest,
    patches: z.array(bulkItemPatch, { error: messageOf("WDE0005") }).max(maxBulkItems, messageOf("WDE0006")),
    returnEntity: z.boolean().nullish(),
    ...callOptions,
  }),
});
export const truncateRequest = z.object({ body: z.object({ ...collectionRequest, ...callOptions }) });

export const getItemRequest = z.object({
  params: z.object({ dataItemId: itemId("WDE0002") }),
  query: z.object({ ...collectionRequest, fields, includeReferences, ...queryReadOptions }),
});

const itemQuery = {
  filter: filter.nullish(),
  sort,
  fields,
  paging: paging.nullish(),
  cursorPaging: cursorPaging.nullish(),
};
const query = z.object(itemQuery).refine(hasOnePaging, notBoth).nullish();
const queryParams = { ...collectionRequest, query, includeReferences, returnTotalCount: wantsTotal, ...readOptions };
export const queryItemsRequest = z.object({ query: z.object({ ...queryParams, ...queryReadOptions }) });
export const queryItemsByPostRequest = z.object({ body: z.object(queryParams) });

export const liveItemsRequest = z.object({
  body: z.object({ ...collectionRequest, filter: filter.nullish(), includeReferences, ...readOptions }),
});

export const searchItemsRequest = z.object({
  body: z.object({
    ...collectionRequest,
    search: z
      .object({
        ...itemQuery,
        search: z.object({
          expression: z
            .string({ error: messageOf("WDE0094") })
            .min(1, messageOf("WDE0094"))
            .max(1000),
          fuzzy: z.boolean({ error: messageOf("WDE0018") }).nullish(),
          mode: z.enum(["OR", "AND"]).nullish(),
          fields: z.array(fieldName).max(20).nullish(),
        }),
      })
      .refine(hasOnePaging, notBoth),
    includeReferences,
    returnTotalCount: wantsTotal,
    ...readOptions,
  }),
});
export const countItemsRequest = z.object({
  body: z.object({ ...collectionRequest, filter: filter.nullish(), ...readOptions }),
});

const valuesPaging = { paging: paging.nullish(), cursorPaging: cursorPaging.nullish(), returnTotalCount: wantsTotal };
export const distinctValuesRequest = z.object({
  body: z
    .object({
      ...collectionRequest,
      ...valuesPaging,
      fieldName,
      filter: filter.nullish(),
      order: orderWish,
      ...readOptions,
    })
    .refine(hasOnePaging, notBoth),
});

const resultName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/, messageOf("WDE0048"));
const ofField = z.object({ itemFieldName: fieldName }).nullish();
const aggregation = z.object({
  groupingFields: z.array(fieldName).max(10).nullish(),
  operations: z
    .array(
      z.object({
        resultFieldName: resultName,
        average: ofField,
        min: ofField,
        max: ofField,
        sum: ofField,
        itemCount: z.object({}).nullish(),
      }),
    )
    .max(50)
    .nullish(),
});
export const aggregateItemsRequest = z.object({
  body: z
    .object({
      ...collectionRequest,
      ...valuesPaging,
      initialFilter: filter.nullish(),
      aggregation,
      finalFilter: filter.nullish(),
      sort,
      ...readOptions,
    })
    .refine(hasOnePaging, notBoth),
});
export const aggregatePipelineRequest = z.object({
  body: z.object({
    ...collectionRequest,
    ...valuesPaging,
    pipeline: z.object({
      stages: z
        .array(
          z.object({
            filter: filter.nullish(),
            sort,
            group: aggregation.nullish(),
            aggregation: aggregation.nullish(),
            skip: offset,
            limit,
          }),
        )
        .max(20),
    }),
    ...readOptions,
  }),
});

const reference = {
  referringItemFieldName: singleLineText(64),
  referringItemId: itemId("WDE0019"),
  referencedItemId: itemId("WDE0019"),
};
export const referencesRequest = z.object({
  body: z.object({
    ...collectionRequest,
    dataItemReferences: z.array(z.object(reference)).max(maxBulkItems),
    ...callOptions,
  }),
});
export const replaceReferencesRequest = z.object({
  body: z.object({
    ...collectionRequest,
    referringItemFieldName: singleLineText(64),
    referringItemId: itemId("WDE0019"),
    newReferencedItemIds: z.array(itemId("WDE0019")).max(maxBulkItems),
    ...callOptions,
  }),
});
export const isReferencedRequest = z.object({ body: z.object({ ...collectionRequest, ...reference, ...readOptions }) });
export const queryReferencedRequest = z.object({
  body: z
    .object({
      ...collectionRequest,
      referringItemId: itemId("WDE0019").nullish(),
      referringItemIds: z.array(itemId("WDE0019")).max(100).nullish(),
      referringItemFieldName: singleLineText(64),
      order: orderWish,
      paging: paging.nullish(),
      fields,
      returnTotalCount: wantsTotal,
      ...readOptions,
    })
    .refine((body) => (body.referringItemId == null) !== (body.referringItemIds == null), messageOf("WDE0019")),
});

export const asyncRemoveRequest = z.object({
  body: z.object({
    ...collectionRequest,
    filter: z.record(z.string(), z.unknown(), { error: messageOf("WDE0016") }),
    ...callOptions,
  }),
});
export const asyncPatchRequest = z.object({
  body: z.object({
    ...collectionRequest,
    filter: z.record(z.string(), z.unknown(), { error: messageOf("WDE0016") }),
    fieldModifications: modifications,
    ...callOptions,
  }),
});
export const asyncJobRequest = z.object({
  params: z.object({ jobId: singleLineText(64).min(1, messageOf("WDE0094")) }),
});

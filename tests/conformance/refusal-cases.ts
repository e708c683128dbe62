/**
 * The methods of `items` without types, with `filterModel` and `sortModel`, and the paging methods of a single page and
 * of an invalid response.
 */
export type Loose = { [call: string]: (...args: unknown[]) => Loose } & PromiseLike<unknown>;

/** A path below `/wix-data/v2` and a body. Default collection: `Books`. */
export type WireCase = readonly [path: string, body: object];

export interface RefusalCases {
  when: string;
  /** Rejected by the client without a request. */
  client?: readonly ((items: Loose) => unknown)[];
  /** Rejected by the server for every caller. */
  wire?: readonly WireCase[];
  /** Why the code is never used. */
  nowhere?: string;
}

const many = Array.from({ length: 1001 }, (_, index) => ({ _id: String(index) }));
const ids = many.map(({ _id }) => _id);
const dataItems = many.map(({ _id }) => ({ id: _id, data: {} }));
const find = (build: (query: Loose, items: Loose) => Loose) => (items: Loose) =>
  build(items.query!("Books"), items).find!();
const tree = (filter: unknown) => (items: Loose) => items.filterModel!(filter);
const query = (part: object): WireCase => ["/items/query", { query: part }];
const filtered = (filter: unknown): WireCase[] => [query({ filter }), ["/items/count", { filter }]];
const reference = { referringItemFieldName: "authors", referringItemId: "emma", referencedItemId: "austen" };

/**
 * Every code of the contract with requests rejected by the client, the server or both. The table in
 * `docs/reference/data-error-codes.md` is generated from it. Source: spec §8.
 */
export const refusalCases: Readonly<Record<string, RefusalCases>> = {
  WDE0001: {
    when: "the collection name is not a text",
    client: [
      (items) => items.insert!(5, {}),
      (items) => items.get!(undefined, "1"),
      (items) => items.query!(5).find!(),
    ],
    wire: [
      ["/items", { dataCollectionId: 1, dataItem: { data: {} } }],
      ["/items/count", { dataCollectionId: null }],
      ["/items/query", { dataCollectionId: "" }],
    ],
  },
  WDE0002: {
    when: "an item id is not a text",
    client: [
      (items) => items.get!("Books", 5),
      (items) => items.remove!("Books"),
      (items) => items.patch!("Books", 5).run!(),
    ],
    wire: [
      ["/items/remove", { dataItemId: 1 }],
      ["/items/publish-draft", {}],
      ["/items/patch", { patch: { dataItemId: {}, fieldModifications: [] } }],
    ],
  },
  WDE0004: {
    when: "an item is not an object",
    client: [
      (items) => items.insert!("Books", "x"),
      (items) => items.save!("Books", []),
      (items) => items.update!("Books", null),
    ],
    wire: [
      ["/items", { dataItem: 1 }],
      ["/items/save", { dataItem: { data: [] } }],
      ["/items/update", { dataItem: { id: "emma", data: null } }],
    ],
  },
  WDE0005: {
    when: "a list of items is not a list, or an element is not an object or has an id that is not a text",
    client: [
      (items) => items.bulkInsert!("Books", { length: 1 }),
      (items) => items.bulkSave!("Books", [{}, 5]),
      (items) => items.bulkUpdate!("Books", [{ _id: 5 }]),
    ],
    wire: [
      ["/bulk/items/insert", { dataItems: {} }],
      ["/bulk/items/save", { dataItems: [{ data: 1 }] }],
      ["/bulk/items/update", { dataItems: [{ id: 5, data: {} }] }],
    ],
  },
  WDE0006: {
    when: "more than 1000 items in one call",
    client: [(items) => items.bulkInsert!("Books", many), (items) => items.bulkSave!("Books", many)],
    wire: [
      ["/bulk/items/insert", { dataItems }],
      ["/bulk/items/save", { dataItems }],
      ["/bulk/items/update", { dataItems }],
      ["/bulk/items/patch", { patches: ids.map((dataItemId) => ({ dataItemId, fieldModifications: [] })) }],
    ],
  },
  WDE0007: {
    when: "an item to write has an id that is not a text, or an update has no id",
    client: [
      (items) => items.insert!("Books", { _id: 5 }),
      (items) => items.save!("Books", { _id: {} }),
      (items) => items.update!("Books", { title: "without" }),
    ],
    wire: [
      ["/items", { dataItem: { data: { _id: 1 } } }],
      ["/items", { dataItem: { id: 1, data: {} } }],
      ["/items/update", { dataItem: { data: {} } }],
    ],
  },
  WDE0008: {
    when: "a call has too many arguments",
    client: [(items) => items.query!("Books").find!({}, {}, {}), (items) => items.query!("Books").count!({}, {}, {})],
  },
  WDE0018: {
    when: "an option is not a boolean",
    client: [
      (items) => items.get!("Books", "1", { consistentRead: "yes" }),
      (items) => items.insert!("Books", {}, "suppressAuth"),
      (items) => items.query!("Books").find!({ language: 5 }),
    ],
    wire: [
      ["/items", { dataItem: { data: {} }, suppressHooks: "yes" }],
      ["/items/query", { consistentRead: 1 }],
      ["/items/count", { publishPluginOptions: { includeDraftItems: "yes" } }],
    ],
  },
  WDE0019: {
    when: "a reference has no id",
    client: [
      (items) => items.insertReference!("Books", "authors", 5, "2"),
      (items) => items.replaceReferences!("Books", "authors", "1", ["2", {}]),
      (items) => items.isReferenced!("Books", "authors", "1", ""),
    ],
    wire: [
      ["/bulk/items/insert-references", { dataItemReferences: [{ ...reference, referencedItemId: 5 }] }],
      ["/items/replace-references", { ...reference, newReferencedItemIds: [{}] }],
      ["/items/is-referenced", { ...reference, referringItemId: "" }],
      ["/items/query-referenced", { referringItemFieldName: "authors" }],
    ],
  },
  WDE0020: {
    when: "a field does not hold references to multiple items",
    wire: [
      ["/bulk/items/insert-references", { dataItemReferences: [{ ...reference, referringItemFieldName: "title" }] }],
      ["/items/is-referenced", { ...reference, referringItemFieldName: "no such" }],
      ["/items/query", { includeReferences: [{ field: "title" }] }],
    ],
  },
  WDE0021: {
    when: "a reference is invalid, or its item does not exist",
    client: [
      (items) => items.insertReference!("Books", [{ left: "1", right: "2" }]),
      (items) => items.removeReference!("Books", [{ relationshipName: "a", left: 1, right: "2" }]),
    ],
    wire: [
      ["/bulk/items/insert-references", { dataItemReferences: [{ ...reference, referencedItemId: "nobody" }] }],
      [
        "/items/replace-references",
        { referringItemFieldName: "authors", referringItemId: "emma", newReferencedItemIds: ["nobody"] },
      ],
    ],
  },
  WDE0032: {
    when: "a limit, a skip, or the operand of `incrementField` (client only) is not a number",
    client: [
      find((query) => query.limit!("5")),
      find((query) => query.skip!(null)),
      (items) => items.patch!("Books", "emma").incrementField!("pages", "5").run!(),
    ],
    wire: [
      query({ paging: { limit: "x" } }),
      query({ paging: { offset: {} } }),
      query({ cursorPaging: { limit: [] } }),
    ],
  },
  WDE0033: {
    when: "a limit is not positive",
    client: [find((query) => query.limit!(0)), find((query) => query.limit!(Number.NaN))],
    wire: [query({ paging: { limit: 0 } }), query({ cursorPaging: { limit: -1 } })],
  },
  WDE0034: {
    when: "a skip is negative",
    client: [find((query) => query.skip!(-1))],
    wire: [query({ paging: { offset: -1 } })],
  },
  WDE0035: {
    when: "a limit or skip is not an integer",
    client: [find((query) => query.limit!(1.5)), find((query) => query.skip!(9007199254740991))],
    wire: [query({ paging: { limit: 1.5 } }), query({ paging: { offset: 0.1 } })],
  },
  WDE0036: {
    when: "a limit or skip is too large",
    client: [find((query) => query.limit!(1001))],
    wire: [query({ paging: { limit: 1001 } }), query({ paging: { offset: 100_001 } })],
  },
  WDE0037: { when: "a skip leads before the first page", nowhere: "`prev()` stops at the first page" },
  WDE0038: {
    when: "a call without parameters has one",
    client: [(items) => items.aggregate!("Books").count!("n").run!()],
  },
  WDE0039: { when: "a call requires one parameter", client: [find((query) => query.isEmpty!())] },
  WDE0040: {
    when: "a call requires two parameters",
    client: [find((query) => query.exists!("title")), find((query) => query.eq!("title", "a", "b"))],
  },
  WDE0041: { when: "a call requires three parameters", client: [find((query) => query.between!("pages", 1))] },
  WDE0042: { when: "a call requires at least two parameters", client: [find((query) => query.hasSome!("tags"))] },
  WDE0043: { when: "a call requires at least one parameter", client: [find((query) => query.ascending!())] },
  WDE0044: {
    when: "a text operator has an operand that is not a text; in a filter object, `WDE0059`",
    client: [find((query) => query.startsWith!("title", 5)), (items) => items.aggregate!("Books").avg!(5).run!()],
  },
  WDE0045: {
    when: "an operand is not a text, number, boolean, or date",
    client: [find((query) => query.gt!("pages", {})), find((query) => query.between!("pages", true, false))],
    wire: [...filtered({ title: ["Emma"] }), ...filtered({ title: { $ne: {} } })],
  },
  WDE0046: { when: "`between` has operands of two types", client: [find((query) => query.between!("pages", 1, "9"))] },
  WDE0047: {
    when: "a list operand has elements of other types; in a filter object, `WDE0060`",
    client: [find((query) => query.in!("title", ["a", true]))],
  },
  WDE0048: {
    when: "a field name is invalid",
    client: [find((query) => query.eq!(5, 5))],
    wire: [
      ...["title') or true --", 'a"b', "a b", "🦄", "", "a..b", "a.b.c.d.e.f", "x".repeat(65)].flatMap((name) =>
        filtered({ [name]: 1 }),
      ),
      query({ sort: [{ fieldName: "a; drop" }] }),
      ["/items/query-distinct-values", { fieldName: "a'b" }],
      ["/items/aggregate", { aggregation: { groupingFields: ["$x"] } }],
    ],
  },
  WDE0049: { when: "the argument of `and`, `or`, or `not` is not a filter", client: [find((query) => query.or!(5))] },
  WDE0050: {
    when: "the argument of `and`, `or`, or `not` is a query of another collection",
    client: [find((query, items) => query.and!(items.query!("Authors")))],
  },
  WDE0051: {
    when: "a sort has no field names, or too many",
    client: [find((query) => query.descending!("title", 5))],
    wire: [query({ sort: [{ fieldName: 1 }] }), query({ sort: Array(6).fill({ fieldName: "a" }) })],
  },
  WDE0053: { when: "an internal error occurred", nowhere: "unexpected server errors are `INTERNAL`, status 500" },
  WDE0055: { when: "a response cannot be parsed", client: [(items) => items.unreadableAnswer!()] },
  WDE0056: {
    when: "a filter is not an object",
    client: [tree(5), tree({ $and: ["title"] })],
    wire: [...filtered([]), ...filtered("pages = 1"), ...filtered({ $and: [1] })],
  },
  WDE0057: {
    when: "the operand of a list operator is not a list",
    client: [tree({ $or: {} }), tree({ $not: [{}, {}] }), tree({ title: { $in: "a" } })],
    wire: [...filtered({ $or: {} }), ...filtered({ $not: [] }), ...filtered({ title: { $hasAll: "a" } })],
  },
  WDE0058: {
    when: "the operand of `$gt`, `$gte`, `$lt`, or `$lte` has no order",
    client: [tree({ pages: { $gt: {} } })],
    wire: [...filtered({ pages: { $gt: null } }), ...filtered({ pages: { $lte: { $date: "yesterday" } } })],
  },
  WDE0059: {
    when: "the operand of `$contains`, `$startsWith`, or `$endsWith` is not a text",
    client: [tree({ title: { $contains: 5 } })],
    wire: [...filtered({ title: { $startsWith: 1 } }), ...filtered({ title: { $endsWith: null } })],
  },
  WDE0060: {
    when: "a list in a filter object has elements other than texts, numbers, dates, and (server only) booleans, or too many",
    client: [tree({ title: { $hasAll: [true] } })],
    wire: [...filtered({ title: { $in: [null] } }), ...filtered({ title: { $in: ids } })],
  },
  WDE0061: {
    when: "the operator does not exist, or a filter exceeds the limits on depth, conditions, or length",
    client: [tree({ title: { $near: 5 } }), tree({ $gt: 5 }), tree({ title: { $exists: 1 } })],
    wire: [
      ...filtered({ title: { $where: "1" } }),
      ...filtered({ $where: "sleep(1)" }),
      ...filtered(Array.from({ length: 10 }).reduce<object>((inner) => ({ $and: [inner] }), { pages: 1 })),
      ...filtered({ $or: Array(100).fill({ pages: 1 }) }),
      ...filtered({ title: { $contains: "é".repeat(2049) } }),
    ],
  },
  WDE0062: {
    when: "`$matches` lacks a property",
    client: [tree({ title: { $matches: { spec: [] } } })],
    wire: filtered({ title: { $matches: {} } }),
  },
  WDE0063: {
    when: "`$matches` is case-sensitive",
    client: [tree({ title: { $matches: { ignoreCase: false, spec: [] } } })],
    wire: filtered({ title: { $matches: { ignoreCase: false, spec: [] } } }),
  },
  WDE0064: {
    when: "a part of `$matches` is invalid",
    client: [tree({ title: { $matches: { ignoreCase: true, spec: [{ type: "pattern", value: ".*" }] } } })],
    wire: filtered({ title: { $matches: { ignoreCase: true, spec: ["x"] } } }),
  },
  WDE0065: {
    when: "a sort is not a list",
    client: [(items) => items.sortModel!({})],
    wire: [query({ sort: "title" })],
  },
  WDE0066: {
    when: "an element of a sort is not an object",
    client: [(items) => items.sortModel!(["title"])],
    wire: [query({ sort: ["title"] })],
  },
  WDE0067: {
    when: "an element of a sort has no order, or one other than `ASC` and `DESC`",
    client: [(items) => items.sortModel!([{ title: "up" }]), (items) => items.sortModel!([{}])],
    wire: [query({ sort: [{ fieldName: "a", order: "UP" }] })],
  },
  WDE0068: {
    when: "the ids to remove are not texts",
    client: [(items) => items.bulkRemove!("Books", [5])],
    wire: [
      ["/bulk/items/remove", { dataItemIds: [5] }],
      ["/bulk/items/remove", { dataItemIds: "5" }],
    ],
  },
  WDE0069: {
    when: "more than 1000 ids to remove",
    client: [(items) => items.bulkRemove!("Books", ids)],
    wire: [["/bulk/items/remove", { dataItemIds: ids }]],
  },
  WDE0070: {
    when: "a filter contains `$regex`",
    client: [
      tree({ $not: [{ title: { $regex: "a" } }] }),
      (items) => items.query!("Books", { filter: { title: { $regex: "^a" } } }),
    ],
    wire: [...filtered({ title: { $regex: ".*" } }), ...filtered({ $or: [{ $regex: ".*" }] })],
  },
  WDE0073: {
    when: "the item does not exist, or the caller may not read it",
    wire: [
      ["/items/update", { dataItem: { id: "none", data: {} } }],
      ["/items/remove", { dataItemId: "none" }],
      ["/items/patch", { patch: { dataItemId: "none", fieldModifications: [] } }],
    ],
  },
  WDE0080: {
    when: "a cursor is combined with a skip",
    client: [(items) => items.query!("Books", { cursorPaging: { cursor: "c" }, paging: { offset: 5 } })],
    wire: [query({ paging: { offset: 1 }, cursorPaging: {} })],
  },
  WDE0094: {
    when: "a required text is missing, not a text, or empty",
    client: [
      find((query) => query.include!("")),
      (items) => items.search!("Books").run!(),
      (items) => items.getAsyncJobStatus!(""),
    ],
    wire: [
      ["/items/search", { search: { search: { expression: "" } } }],
      ["/items/query", { includeReferences: [{ field: 5 }] }],
      query({ cursorPaging: { cursor: 5 } }),
    ],
  },
  WDE0109: {
    when: "a request or an item is too large; status 413",
    wire: [
      ["/items", { dataItem: { data: { text: "x".repeat(513 * 1024) } } }],
      ["/items", { dataItem: { data: { text: "x".repeat(1024 * 1024) } } }],
    ],
  },
  WDE0113: {
    when: "an index could not be built because items have equal values",
    nowhere: "only the index of a unique field rejects equal values, as `VALUE_TAKEN`",
  },
  WDE0114: {
    when: "an index could not be built because a value is too large",
    nowhere: "an index holds the first 200 characters of a text",
  },
  WDE0159: { when: "there is no previous page", client: [(items) => items.prevOfFirst!()] },
  WDE0165: { when: "there is no next page", client: [(items) => items.nextOfLast!()] },
};

/**
 * The calls of `items` as JavaScript may make them, `filterModel` and `sortModel` beside them; and of a page that is alone, and an answer that
 * is none, what asks for more.
 */
export type Loose = { [call: string]: (...args: unknown[]) => Loose } & PromiseLike<unknown>;

/** A path below `/wix-data/v2`, and a body; the collection is `Books` unless it says otherwise. */
export type WireCase = readonly [path: string, body: object];

export interface RefusalCases {
  when: string;
  /** Refused by the client, with nothing sent. */
  client?: readonly ((items: Loose) => unknown)[];
  /** Refused by the server, whoever asks. */
  wire?: readonly WireCase[];
  /** Why nothing is ever refused with it. */
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
 * Every code of the contract's list, with what is refused with it: by the client's own checks, by the server, or by both. The table in
 * `docs/data.md` is made of this. Source: spec §8.
 */
export const refusalCases: Readonly<Record<string, RefusalCases>> = {
  WDE0001: {
    when: "the collection's name is no text",
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
    when: "an item's id is no text",
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
    when: "an item is no object",
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
    when: "a list of items is none, or one of them is no object, or has an id that is no text",
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
    when: "more than 1000 items at once",
    client: [(items) => items.bulkInsert!("Books", many), (items) => items.bulkSave!("Books", many)],
    wire: [
      ["/bulk/items/insert", { dataItems }],
      ["/bulk/items/save", { dataItems }],
      ["/bulk/items/update", { dataItems }],
      ["/bulk/items/patch", { patches: ids.map((dataItemId) => ({ dataItemId, fieldModifications: [] })) }],
    ],
  },
  WDE0007: {
    when: "an item to be written has an id that is no text, or an update none",
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
    when: "a call is made with too many arguments",
    client: [(items) => items.query!("Books").find!({}, {}, {}), (items) => items.query!("Books").count!({}, {}, {})],
  },
  WDE0018: {
    when: "an option is no flag",
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
    when: "a field does not hold references to many items",
    wire: [
      ["/bulk/items/insert-references", { dataItemReferences: [{ ...reference, referringItemFieldName: "title" }] }],
      ["/items/is-referenced", { ...reference, referringItemFieldName: "no such" }],
      ["/items/query", { includeReferences: [{ field: "title" }] }],
    ],
  },
  WDE0021: {
    when: "a reference is none, or leads to an item that there is not",
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
    when: "a limit, or what is skipped, is no number",
    client: [find((query) => query.limit!("5")), find((query) => query.skip!(null))],
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
    when: "what is skipped is negative",
    client: [find((query) => query.skip!(-1))],
    wire: [query({ paging: { offset: -1 } })],
  },
  WDE0035: {
    when: "a limit, or what is skipped, is not whole",
    client: [find((query) => query.limit!(1.5)), find((query) => query.skip!(9007199254740991))],
    wire: [query({ paging: { limit: 1.5 } }), query({ paging: { offset: 0.1 } })],
  },
  WDE0036: {
    when: "a limit, or what is skipped, is too large",
    client: [find((query) => query.limit!(1001))],
    wire: [query({ paging: { limit: 1001 } }), query({ paging: { offset: 100_001 } })],
  },
  WDE0037: { when: "a page before the first is skipped to", nowhere: "`prev()` stops at the beginning" },
  WDE0038: {
    when: "a call takes no parameters and is given one",
    client: [(items) => items.aggregate!("Books").count!("n").run!()],
  },
  WDE0039: { when: "it takes one parameter", client: [find((query) => query.isEmpty!())] },
  WDE0040: {
    when: "it takes two parameters",
    client: [find((query) => query.exists!("title")), find((query) => query.eq!("title", "a", "b"))],
  },
  WDE0041: { when: "it takes three parameters", client: [find((query) => query.between!("pages", 1))] },
  WDE0042: { when: "it takes two parameters at least", client: [find((query) => query.hasSome!("tags"))] },
  WDE0043: { when: "it takes one parameter at least", client: [find((query) => query.ascending!())] },
  WDE0044: {
    when: "a call for texts compares with something else; a tree has `WDE0059`",
    client: [find((query) => query.startsWith!("title", 5)), (items) => items.aggregate!("Books").avg!(5).run!()],
  },
  WDE0045: {
    when: "what is compared with is no text, number, boolean or date",
    client: [find((query) => query.gt!("pages", {})), find((query) => query.between!("pages", true, false))],
    wire: [...filtered({ title: ["Emma"] }), ...filtered({ title: { $ne: {} } })],
  },
  WDE0046: { when: "`between` is given two types", client: [find((query) => query.between!("pages", 1, "9"))] },
  WDE0047: {
    when: "a list to compare with holds something else; a tree has `WDE0060`",
    client: [find((query) => query.in!("title", ["a", true]))],
  },
  WDE0048: {
    when: "a field's name is none",
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
  WDE0049: { when: "`and`, `or` or `not` is given no filter", client: [find((query) => query.or!(5))] },
  WDE0050: {
    when: "it is given a query of another collection",
    client: [find((query, items) => query.and!(items.query!("Authors")))],
  },
  WDE0051: {
    when: "a sort does not name fields, or too many",
    client: [find((query) => query.descending!("title", 5))],
    wire: [query({ sort: [{ fieldName: 1 }] }), query({ sort: Array(6).fill({ fieldName: "a" }) })],
  },
  WDE0053: { when: "something went wrong inside", nowhere: "what the server did not expect is `INTERNAL`, status 500" },
  WDE0055: { when: "an answer cannot be read", client: [(items) => items.unreadableAnswer!()] },
  WDE0056: {
    when: "a filter is no object",
    client: [tree(5), tree({ $and: ["title"] })],
    wire: [...filtered([]), ...filtered("pages = 1"), ...filtered({ $and: [1] })],
  },
  WDE0057: {
    when: "an operator takes a list",
    client: [tree({ $or: {} }), tree({ $not: [{}, {}] }), tree({ title: { $in: "a" } })],
    wire: [...filtered({ $or: {} }), ...filtered({ $not: [] }), ...filtered({ title: { $hasAll: "a" } })],
  },
  WDE0058: {
    when: "`$gt` and its kin compare with something that has no order",
    client: [tree({ pages: { $gt: {} } })],
    wire: [...filtered({ pages: { $gt: null } }), ...filtered({ pages: { $lte: { $date: "yesterday" } } })],
  },
  WDE0059: {
    when: "`$contains` and its kin compare with no text",
    client: [tree({ title: { $contains: 5 } })],
    wire: [...filtered({ title: { $startsWith: 1 } }), ...filtered({ title: { $endsWith: null } })],
  },
  WDE0060: {
    when: "a list of a tree holds something else than texts, numbers, booleans (of the server alone) and dates, or too much",
    client: [tree({ title: { $hasAll: [true] } })],
    wire: [...filtered({ title: { $in: [null] } }), ...filtered({ title: { $in: ids } })],
  },
  WDE0061: {
    when: "there is no such operator, or a filter is too deep, too wide or too long",
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
    when: "`$matches` lacks a part",
    client: [tree({ title: { $matches: { spec: [] } } })],
    wire: filtered({ title: { $matches: {} } }),
  },
  WDE0063: {
    when: "`$matches` counts case",
    client: [tree({ title: { $matches: { ignoreCase: false, spec: [] } } })],
    wire: filtered({ title: { $matches: { ignoreCase: false, spec: [] } } }),
  },
  WDE0064: {
    when: "a part of `$matches` is none",
    client: [tree({ title: { $matches: { ignoreCase: true, spec: [{ type: "pattern", value: ".*" }] } } })],
    wire: filtered({ title: { $matches: { ignoreCase: true, spec: ["x"] } } }),
  },
  WDE0065: { when: "a sort is no list", client: [(items) => items.sortModel!({})], wire: [query({ sort: "title" })] },
  WDE0066: {
    when: "a step of it is no object",
    client: [(items) => items.sortModel!(["title"])],
    wire: [query({ sort: ["title"] })],
  },
  WDE0067: {
    when: "a step has no order, or another one than `ASC` and `DESC`",
    client: [(items) => items.sortModel!([{ title: "up" }]), (items) => items.sortModel!([{}])],
    wire: [query({ sort: [{ fieldName: "a", order: "UP" }] })],
  },
  WDE0068: {
    when: "ids to remove are no texts",
    client: [(items) => items.bulkRemove!("Books", [5])],
    wire: [
      ["/bulk/items/remove", { dataItemIds: [5] }],
      ["/bulk/items/remove", { dataItemIds: "5" }],
    ],
  },
  WDE0069: {
    when: "more than 1000 of them",
    client: [(items) => items.bulkRemove!("Books", ids)],
    wire: [["/bulk/items/remove", { dataItemIds: ids }]],
  },
  WDE0070: {
    when: "`$regex`, wherever it stands",
    client: [
      tree({ $not: [{ title: { $regex: "a" } }] }),
      (items) => items.query!("Books", { filter: { title: { $regex: "^a" } } }),
    ],
    wire: [...filtered({ title: { $regex: ".*" } }), ...filtered({ $or: [{ $regex: ".*" }] })],
  },
  WDE0073: {
    when: "there is no such item, or none that the caller may read",
    wire: [
      ["/items/update", { dataItem: { id: "none", data: {} } }],
      ["/items/remove", { dataItemId: "none" }],
      ["/items/patch", { patch: { dataItemId: "none", fieldModifications: [] } }],
    ],
  },
  WDE0080: {
    when: "a page by cursor skips something",
    client: [(items) => items.query!("Books", { cursorPaging: { cursor: "c" }, paging: { offset: 5 } })],
    wire: [query({ paging: { offset: 1 }, cursorPaging: {} })],
  },
  WDE0094: {
    when: "what has to be a text is none, or empty",
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
    when: "an index could not be built, as items have the same value",
    nowhere: "only the index of a unique field refuses those, and says `VALUE_TAKEN`",
  },
  WDE0114: {
    when: "an index could not be built, as an item has too large a value",
    nowhere: "of a text the first 200 characters are in an index",
  },
  WDE0159: { when: "there is no page before this one", client: [(items) => items.prevOfFirst!()] },
  WDE0165: { when: "there is no page after this one", client: [(items) => items.nextOfLast!()] },
};

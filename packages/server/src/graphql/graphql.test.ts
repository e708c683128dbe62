import { createHash } from "node:crypto";
import { buildSchema, type GraphQLObjectType } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { putCategory, putPost, putTag } from "../../test/blog/posts.ts";
import { type CallerName, callerNames, createCallers, putCollection } from "../../test/data/collections.ts";
import { createTestServer } from "../../test/test-server.ts";
import { createApp } from "../app.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const everyone = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
await putCollection(server, callers, "Cooks", everyone, { fields: [{ key: "name", type: "TEXT" }] });
await putCollection(server, callers, "Recipes", everyone, {
  fields: [
    { key: "title", type: "TEXT" },
    { key: "minutes", type: "NUMBER" },
    { key: "on", type: "DATETIME" },
    { key: "cook", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Cooks" } } },
    { key: "next", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: "Recipes" } } },
    { key: "notes", type: "TEXT", hidden: true },
  ],
});
await putCollection(server, callers, "Ledger", { ...everyone, read: "PRIVILEGED" });

const send = (caller: CallerName, query: string, variables: object = {}) =>
  callers.call(caller, "/graphql/alpha", { query, variables });
const run = async (caller: CallerName, query: string, variables?: object) =>
  (await send(caller, query, variables)).body;
const codesOf = ({ errors = [] }: { errors?: { extensions?: { code?: string } }[] }) =>
  errors.map(({ extensions }) => extensions?.code);

beforeAll(async () => {
  const { context } = server;
  const news = await putCategory(context, { slug: "news" });
  const release = await putTag(context, { slug: "release" });
  const day = (number: number) => new Date(Date.UTC(2024, 0, number));
  for (const number of [1, 2, 3])
    await putPost(context, {
      title: `Post ${number}`,
      slug: `post-${number}`,
      firstPublishedAt: day(number),
      categoryIds: [news],
      tagIds: number === 3 ? [release] : [],
    });
  const items = (collection: string, dataItems: object[]) =>
    callers.call("ada", "/wix-data/v2/bulk/items/insert", { dataCollectionId: collection, dataItems });
  await items("Cooks", [
    { id: "ann", data: { name: "Ann" } },
    { id: "bob", data: { name: "Bob" } },
  ]);
  await items("Recipes", [
    { id: "tea", data: { title: "Tea", minutes: 5, on: { $date: "2024-05-06T07:08:09.000Z" }, cook: "ann" } },
    { id: "soup", data: { title: "Soup", minutes: "long", cook: "bob" } },
    { id: "cake", data: { title: "Cake", minutes: 60, cook: "nobody" } },
  ]);
});

describe("GraphQL reads", () => {
  it("return a page of posts with their categories and tags, and the next page", async () => {
    const query = `query($after: String) {
      posts(first: 2, after: $after) { nodes { title url { path } ...taxonomy } pageInfo { hasNextPage endCursor } }
    } fragment taxonomy on Post { categories { label } tags { slug } }`;
    const { data } = await run("visitor", query);
    expect(data.posts.nodes).toEqual([
      {
        title: "Post 3",
        url: { path: expect.any(String) },
        categories: [{ label: "Category news" }],
        tags: [{ slug: "release" }],
      },
      { title: "Post 2", url: { path: expect.any(String) }, categories: [{ label: "Category news" }], tags: [] },
    ]);
    expect(data.posts.pageInfo.hasNextPage).toBe(true);
    const next = await run("visitor", query, { after: data.posts.pageInfo.endCursor });
    expect(next.data.posts.nodes.map(({ title }: { title: string }) => title)).toEqual(["Post 1"]);
    expect(next.data.posts.pageInfo.hasNextPage).toBe(false);
  });

  it("return one post by slug with the requested properties", async () => {
    const { data } = await run("visitor", '{ post(slug: "post-1") { title metrics { views } richContent } }');
    expect(data.post).toMatchObject({
      title: "Post 1",
      metrics: { views: 0 },
      richContent: { nodes: expect.any(Array) },
    });
    expect(codesOf(await run("visitor", '{ post(slug: "none") { title } }'))).toEqual(["POST_NOT_FOUND"]);
    expect(codesOf(await run("visitor", "{ post { title } }"))).toEqual(["INVALID_ARGUMENT"]);
  });

  it("return items with the types of their collection and with their references", async () => {
    const { data, errors } = await run(
      "visitor",
      '{ data { Recipes(sort: [{field: "title"}]) { totalCount nodes { _id minutes on cook { name } } } Cooks_item(id: "bob") { name } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.data).toEqual({
      Recipes: {
        totalCount: 3,
        nodes: [
          { _id: "cake", minutes: 60, on: null, cook: null },
          { _id: "soup", minutes: null, on: null, cook: { name: "Bob" } },
          { _id: "tea", minutes: 5, on: "2024-05-06T07:08:09.000Z", cook: { name: "Ann" } },
        ],
      },
      Cooks_item: { name: "Bob" },
    });
  });

  it("have the permissions of REST for every caller", async () => {
    for (const caller of callerNames) {
      const rest = await callers.call(caller, "/wix-data/v2/items/query", { dataCollectionId: "Ledger", query: {} });
      const code = rest.body.details?.applicationError.code;
      const graphql = await run(caller, '{ items(collection: "Ledger") { nodes { id } } }');
      expect([caller, codesOf(graphql)]).toEqual([caller, code ? [code] : []]);
      const names = (await run(caller, '{ __type(name: "Data") { fields { name } } }')).data.__type.fields;
      const fields = names.map(({ name }: { name: string }) => name);
      expect([caller, fields.includes("Ledger")]).toEqual([caller, !code]);
    }
  });

  it("do not reveal hidden fields", async () => {
    const notes = "{ data { Recipes { nodes { notes } } } }";
    expect((await run("visitor", notes)).errors[0].message).toContain('Cannot query field "notes"');
    expect((await run("owner", notes)).errors).toBeUndefined();
  });

  it("require a token, like REST", async () => {
    const response = await server.call("POST", "/graphql/alpha", { body: { query: "{ posts { nodes { id } } }" } });
    expect(codesOf(response.body)).toEqual(["UNAUTHENTICATED"]);
    const refused = await server.call("POST", "/graphql/alpha", {
      token: "invalid",
      body: { query: "{ __typename }" },
    });
    expect([refused.status, refused.body.details.applicationError.code]).toEqual([401, "UNAUTHENTICATED"]);
  });

  it("are cached until the blog changes, without errors", async () => {
    const query = '{ tag(slug: "late") { label } categories { nodes { slug } } }';
    const read = async () =>
      (await run("visitor", query)) as { data: { tag?: object; categories: { nodes: object[] } } };
    for (let round = 1; round <= 3; round += 1) expect((await read()).data.tag ?? null).toBeNull();
    await putTag(server.context, { slug: "late" });
    const before = await read();
    expect([before.data.tag, before.data.categories.nodes.length]).toEqual([{ label: expect.any(String) }, 1]);
    expect(await read()).toEqual(before);
    await putCategory(server.context, { slug: "late" });
    expect((await read()).data.categories.nodes).toHaveLength(2);
  });

  it("have a schema as text, with the collections that the caller may read", async () => {
    const read = (token: string) => server.call("GET", "/graphql/alpha/schema", { token });
    for (const caller of callerNames) {
      const { status, body } = await read(callers.tokens[caller]);
      const { Query, Mutation, Data } = buildSchema(body).getTypeMap();
      expect([caller, status, String(Query), String(Mutation)]).toEqual([caller, 200, "Query", "Mutation"]);
      const introspected = await run(caller, '{ __type(name: "Data") { fields { name } } }');
      const fields = introspected.data.__type.fields.map(({ name }: { name: string }) => name);
      expect([caller, Object.keys((Data as GraphQLObjectType).getFields())]).toEqual([caller, fields]);
    }
    expect((await read("invalid")).status).toBe(401);
  });

  it("have no schema to read if introspection is off", async () => {
    const closed = await createTestServer({ graphqlIntrospection: false });
    const token = await closed.visitorToken();
    const post = (query: string) => closed.call("POST", "/graphql/alpha", { token, body: { query } });
    const { data, errors } = (await post("{ __schema { types { name } } }")).body;
    expect([data, errors.length > 0]).toEqual([undefined, true]);
    expect((await post("{ posts { nodes { id } } }")).body.data.posts.nodes).toEqual([]);
    const guesses = [
      "{ post { titel } }",
      "{ pots { nodes { id } } }",
      '{ post(slugg: "a") { id } }',
      'mutation { createTag(lable: "a") { id } }',
      "fragment F on Posst { id } { ...F }",
      "query($sort: [SortInput!]) { posts(sort: $sort) { nodes { id } } }",
      '{ posts(sort: [{ feild: "a" }]) { nodes { id } } }',
      '{ posts(sort: [{ field: "a", order: ASCC }]) { nodes { id } } }',
    ];
    for (const query of guesses) {
      const variables = { sort: [{ feild: "title" }] };
      const { body } = await closed.call("POST", "/graphql/alpha", { token, body: { query, variables } });
      expect([query, body.errors.length > 0]).toEqual([query, true]);
      expect(JSON.stringify(body)).not.toContain("Did you mean");
    }
    const schema = await closed.call("GET", "/graphql/alpha/schema", { token });
    expect([schema.status, schema.body.message]).toEqual([403, expect.stringContaining("GRAPHQL_INTROSPECTION")]);
  });

  it("answer GET requests, and persisted queries by their hash", async () => {
    const query = "{ posts(first: 1) { nodes { title } } }";
    const token = callers.tokens.visitor;
    const get = (parameters: Record<string, string>) =>
      server.call("GET", `/graphql/alpha?${new URLSearchParams(parameters)}`, { token });
    const expected = { data: { posts: { nodes: [{ title: "Post 3" }] } } };
    expect((await get({ query })).body).toEqual(expected);
    const persistedQuery = { version: 1, sha256Hash: createHash("sha256").update(query).digest("hex") };
    const extensions = JSON.stringify({ persistedQuery });
    expect((await get({ extensions })).body.errors[0].message).toBe("PersistedQueryNotFound");
    await callers.call("visitor", "/graphql/alpha", { query, extensions: { persistedQuery } });
    expect((await get({ extensions })).body).toEqual(expected);
    const mutation = 'mutation { removeItem(dataCollectionId: "Cooks", dataItemId: "ann") { id } }';
    expect((await get({ query: mutation })).status).toBe(405);
  });
});

describe("GraphQL mutations", () => {
  it("write items with the errors of REST", async () => {
    const insert = `mutation($data: JSON!) {
      insertItem(dataCollectionId: "Cooks", dataItem: {id: "eve", data: $data}) { id data }
    }`;
    const { data } = await run("ada", insert, { data: { name: "Eve" } });
    expect(data.insertItem).toMatchObject({ id: "eve", data: { name: "Eve" } });
    const again = await run("ada", insert, { data: {} });
    expect(codesOf(again)).toEqual(["WDE0074"]);
    expect(again.errors[0].extensions.details.applicationError.data).toMatchObject({ itemId: "eve" });
    const removal = 'mutation { removeItem(dataCollectionId: "Cooks", dataItemId: "eve") { id } }';
    expect((await run("ada", removal)).data.removeItem.id).toBe("eve");
    expect(codesOf(await run("ada", removal))).toEqual(["WDE0073"]);
  });

  it("return a position for reads on other nodes, which reads do not", async () => {
    const { context } = server;
    const config = { ...context.config, connection: { connectionString: "postgresql://db/site" } };
    const app = createApp({ ...context, config });
    const positionOf = async (query: string) => {
      const headers = { authorization: await server.visitorToken(), "content-type": "application/json" };
      const request = new Request("http://localhost/graphql/alpha", {
        method: "POST",
        headers,
        body: JSON.stringify({ query }),
      });
      return (await app.fetch(request, { clientAddress: "192.0.2.1" })).headers.get("x-wix-consistent");
    };
    const insert = 'mutation { insertItem(dataCollectionId: "Cooks", dataItem: {id: "kim", data: {}}) { id } }';
    expect(await positionOf(insert)).toMatch(/^FFFFFFFF\//);
    expect(await positionOf("{ posts { nodes { title } } }")).toBeNull();
    await run("ada", 'mutation { removeItem(dataCollectionId: "Cooks", dataItemId: "kim") { id } }');
  });

  it("report the fields of invalid arguments", async () => {
    const create = 'mutation { createCategory(category: {label: ""}) { id } }';
    const { errors } = await run("editor", create);
    expect(errors[0].extensions).toMatchObject({ code: "INVALID_ARGUMENT", status: 400 });
    expect(errors[0].extensions.details.validationError.fieldViolations[0].field).toBe("category.label");
    expect(codesOf(await run("ada", create))).not.toEqual([]);
  });
});

describe("GraphQL limits", () => {
  it.each([
    ["depth", `{ data { Recipes { nodes { ${"next { ".repeat(15)} title ${"}".repeat(15)} } } } }`],
    ["aliases", `{ ${Array.from({ length: 40 }, (_, n) => `a${n}: post(slug: "post-1") { title }`).join(" ")} }`],
    ["tokens", `{ posts { nodes { ${"title ".repeat(3_000)} } } }`],
    ["syntax", "{ posts { "],
    ["unknown fields", "{ passwords }"],
    ["variables of a wrong type", "query($n: Int!) { posts(first: $n) { nodes { id } } }"],
  ])("reject an operation beyond the limit: %s", async (_what, query) => {
    const { status, body } = await send("visitor", query, { n: "many" });
    expect(status).toBeLessThan(500);
    expect(body.errors.length).toBeGreaterThan(0);
    expect(body.data ?? null).toBeNull();
  });

  it("answer hostile bodies without server errors", async () => {
    const bodies = [
      {},
      { query: "" },
      { query: 7 },
      { query: ["{a}"] },
      { query: "{__typename}", variables: "x" },
      { query: "\0" },
    ];
    for (const body of [
      ...bodies,
      { query: "{__typename}", operationName: {} },
      { query: "{__typename}", extensions: 1 },
    ])
      expect([body, (await callers.call("visitor", "/graphql/alpha", body)).status < 500]).toEqual([body, true]);
    for (const text of ["", "null", "[]", "{", '[{"query":"{__typename}"}]'])
      expect((await callers.send("visitor", "POST", "/graphql/alpha", text)).status).toBeLessThan(500);
  });

  it.each(["{", "x", "[1", '{"a": "\\ud800"}', '{"a": "\\u0000"}', '{"__proto__": {}}', "[".repeat(300)])(
    "reject GET parameters that are no valid JSON, like a body: %s",
    async (text) => {
      for (const name of ["variables", "extensions"]) {
        const path = `/graphql/alpha?${new URLSearchParams({ query: "{ __typename }", [name]: text })}`;
        const { status, body } = await server.call("GET", path, { token: callers.tokens.visitor });
        expect([name, status, body.details.applicationError.code]).toEqual([name, 400, "MALFORMED_REQUEST"]);
      }
    },
  );

  it("reject documents that are too long to cache", async () => {
    const { status, body } = await send("visitor", `{ __typename } # ${"x".repeat(65_536)}`);
    expect([status, body.details.validationError.fieldViolations[0].field]).toEqual([400, "query"]);
    expect((await send("visitor", `{ __typename } # ${"x".repeat(60_000)}`)).status).toBe(200);
  });

  it("do not count fragments, which components define for themselves, as levels", async () => {
    const fragments = Array.from(
      { length: 20 },
      (_, n) => `fragment F${n} on Post { ${n < 19 ? `...F${n + 1}` : "id"} }`,
    );
    const { data, errors } = await run("visitor", `{ posts(first: 1) { nodes { ...F0 } } } ${fragments.join(" ")}`);
    expect(errors).toBeUndefined();
    expect(data.posts.nodes).toEqual([{ id: expect.any(String) }]);
  });

  it("reject fragments that multiply each other", async () => {
    const fragments = Array.from(
      { length: 100 },
      (_, n) => `fragment F${n} on PostConnection { ${n < 99 ? `...F${n + 1} ...F${n + 1}` : "nodes { id }"} }`,
    );
    const { status, body } = await send("visitor", `{ posts { ...F0 } } ${fragments.join(" ")}`);
    expect([status < 500, body.data ?? null, body.errors.length > 0]).toEqual([true, null, true]);
    expect(codesOf(body)).not.toContain("INTERNAL");
  });

  it("reject pages beyond the limit with the violation of REST", async () => {
    const { errors } = await run("visitor", "{ posts(first: 101) { nodes { id } } }");
    expect(errors[0].extensions.code).toBe("INVALID_ARGUMENT");
  });
});

describe("GraphQL input from the document", () => {
  it.each([
    ["a NUL character", '{ posts(filter: {slug: "\\u0000"}) { nodes { id } } }'],
    ["half of a surrogate pair", '{ posts(filter: {slug: "\\ud800"}) { nodes { id } } }'],
    ["a forbidden key", '{ items(collection: "Cooks", filter: {__proto__: {}}) { nodes { id } } }'],
    [
      "a number that is too large",
      'mutation { insertItem(dataCollectionId: "Cooks", dataItem: {data: {n: 1e999}}) { id } }',
    ],
    [
      "deep values",
      `{ items(collection: "Cooks", filter: {a: ${"[".repeat(300)}${"]".repeat(300)}}) { nodes { id } } }`,
    ],
  ])("is rejected like a body: %s", async (_what, query) => {
    const { errors } = await run("ada", query);
    expect(errors.length).toBeGreaterThan(0);
    expect(codesOf({ errors })).not.toContain("INTERNAL");
  });

  it("may name fields like methods of objects", async () => {
    const key = "toString";
    await putCollection(server, callers, "valueOf", everyone, { fields: [{ key, type: "OBJECT" }] });
    const items: object[] = [
      { id: "a", data: {} },
      { id: "b", data: { [key]: { n: 1 } } },
    ];
    await callers.call("ada", "/wix-data/v2/bulk/items/insert", { dataCollectionId: "valueOf", dataItems: items });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const { data } = await run("visitor", "{ data { valueOf { nodes { _id toString } } } }");
    expect(data.data.valueOf.nodes).toEqual([
      { _id: "a", [key]: null },
      { _id: "b", [key]: { n: 1 } },
    ]);
  });

  it("may name collections like types of the schema", async () => {
    await putCollection(server, callers, "Data", everyone, { fields: [{ key: "name", type: "TEXT" }] });
    await putCollection(server, callers, "Cooks_item", everyone, { fields: [{ key: "name", type: "TEXT" }] });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const { data, errors } = await run("visitor", "{ data { Data { totalCount } Cooks_item { totalCount } } }");
    expect(errors).toBeUndefined();
    expect(data.data).toEqual({ Data: { totalCount: 0 }, Cooks_item: { totalCount: 0 } });
  });
});

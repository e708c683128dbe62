import { describe, expect, it } from "vitest";
import { putCategory, putPost, putTag } from "../../test/blog/posts.ts";
import { type CallerName, callerNames, createCallers, putCollection } from "../../test/data/collections.ts";
import { contactForm, createFormsClient, submissionsPath } from "../../test/forms/forms.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const callers = await createCallers(server);
const forms = await createFormsClient(server);
const numbers = [1, 2, 3, 4, 5];
for (const number of numbers) {
  await putPost(server.context, { title: `Post ${number}`, slug: `post-${number}` });
  await putCategory(server.context, { slug: `category-${number}` });
  await putTag(server.context, { slug: `tag-${number}` });
}
const form = await forms.create(contactForm());
await forms.create(contactForm({ name: "Closed", enabled: false }));
for (const caller of ["ada", "ada", "bob"] as const) {
  const submissions = { email: `${caller}@example.com`, message: "Hello" };
  await callers.call(caller, submissionsPath, { submission: { formId: form.id, submissions } });
}
await putCollection(server, callers, "Recipes", {
  read: "ANYONE",
  insert: "ANYONE",
  update: "ANYONE",
  remove: "ANYONE",
});
await callers.call("ada", "/wix-data/v2/bulk/items/insert", {
  dataCollectionId: "Recipes",
  dataItems: numbers.map((number) => ({ data: { title: `Recipe ${number}` } })),
});

const run = async (caller: CallerName, query: string, variables: object = {}) =>
  (await callers.call(caller, "/graphql/alpha", { query, variables })).body;
const codesOf = ({ errors = [] }: { errors?: { extensions?: { code?: string } }[] }) =>
  errors.map(({ extensions }) => extensions?.code);

const lists = ["posts", "categories", "tags", "members", "forms", "submissions", 'items(collection: "Recipes")'];
const withArguments = (list: string, args: string) =>
  list.includes("(") ? list.replace(")", `, ${args})`) : `${list}(${args})`;

interface Page {
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  totalCount: number;
}

async function readPage(caller: CallerName, list: string, args: string, variables: object = {}): Promise<Page> {
  const query = `query($after: String, $before: String) { page: ${withArguments(list, `${args}, after: $after, before: $before`)} {
    nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount
  } }`;
  const { data, errors } = await run(caller, query, variables);
  expect(errors).toBeUndefined();
  return data.page;
}

const ids = ({ nodes }: Page) => nodes.map(({ id }) => id);

describe("every list", () => {
  it.each(lists)("counts all nodes on every page: %s", async (list) => {
    const everything = await readPage("owner", list, "first: 100");
    expect(everything.totalCount).toBe(everything.nodes.length);
    expect(everything.totalCount).toBeGreaterThan(1);
    const first = await readPage("owner", list, "first: 1");
    const second = await readPage("owner", list, "first: 1", { after: first.pageInfo.endCursor });
    expect([first.totalCount, second.totalCount]).toEqual([everything.totalCount, everything.totalCount]);
    const afterEdge = await readPage("owner", list, "first: 1", { after: first.edges[0]?.cursor });
    expect(afterEdge.totalCount).toBe(everything.totalCount);
  });

  it.each(lists)("is read forward and backward page by page, and continues after any edge: %s", async (list) => {
    const everything = ids(await readPage("owner", list, "first: 100"));
    const read: string[] = [];
    let page = await readPage("owner", list, "first: 2");
    for (;;) {
      read.push(...ids(page));
      if (!page.pageInfo.hasNextPage) break;
      page = await readPage("owner", list, "first: 2", { after: page.pageInfo.endCursor });
    }
    expect(read).toEqual(everything);
    const middle = await readPage("owner", list, "first: 1", {
      after: (await readPage("owner", list, "first: 1")).pageInfo.endCursor,
    });
    const start = await readPage("owner", list, "first: 5", { before: middle.pageInfo.startCursor });
    expect([ids(start), start.pageInfo.hasPreviousPage]).toEqual([everything.slice(0, 1), false]);
    const [edge] = middle.edges;
    expect(ids(await readPage("owner", list, "first: 100", { after: edge?.cursor }))).toEqual(everything.slice(2));
    const last = await readPage("owner", list, "first: 100", { after: edge?.cursor });
    const end = await readPage("owner", list, "first: 9", { after: last.edges.at(-1)?.cursor ?? edge?.cursor });
    expect([ids(end), end.pageInfo.hasNextPage]).toEqual([[], false]);
  });

  it.each(lists)("counts what the filter of its first page matches: %s", async (list) => {
    const [id] = ids(await readPage("owner", list, "first: 1"));
    expect(
      (await readPage("owner", list, `filter: {${list.startsWith("items") ? "_id" : "id"}: "${id}"}`)).totalCount,
    ).toBe(1);
  });

  it.each(lists)("counts only what the caller may read: %s", async (list) => {
    for (const caller of callerNames) {
      const query = `{ page: ${list} { nodes { id } totalCount } }`;
      const { data, ...result } = await run(caller, query);
      if (result.errors)
        expect([caller, codesOf(result)]).toEqual([
          caller,
          codesOf(await run(caller, `{ page: ${list} { nodes { id } } }`)),
        ]);
      else expect([caller, data.page.totalCount]).toEqual([caller, data.page.nodes.length]);
    }
  });

  it.each(lists)("rejects cursors of other lists and invalid ones: %s", async (list) => {
    const others = ["edge.", "edge.e30", `edge.${Buffer.from('{"skip":1e9}').toString("base64url")}`, "none"];
    for (const position of [
      { sort: 5 },
      { sort: [null] },
      { filter: "x" },
      { skip: 0, offset: -1 },
      { skip: 1.5, offset: 1.5 },
      { skip: 1e9, offset: 1e9 },
    ])
      others.push(`edge.${Buffer.from(JSON.stringify({ skip: 1, offset: 1, ...position })).toString("base64url")}`);
    for (const after of others) {
      const query = `query($after: String) { page: ${withArguments(list, "after: $after")} { nodes { id } } }`;
      expect([after, codesOf(await run("owner", query, { after }))]).toEqual([
        after,
        [expect.stringMatching(/^CURSOR_INVALID$|^INVALID_ARGUMENT$|^WDE/)],
      ]);
    }
  });
});

it("items have pages of up to 1,000, which continue after each edge", async () => {
  const dataItems = Array.from({ length: 150 }, (_, index) => ({ id: `item-${index}`, data: {} }));
  await putCollection(server, callers, "Long", {
    read: "ANYONE",
    insert: "ANYONE",
    update: "ANYONE",
    remove: "ANYONE",
  });
  await callers.call("ada", "/wix-data/v2/bulk/items/insert", { dataCollectionId: "Long", dataItems });
  const list = 'items(collection: "Long")';
  const page = await readPage("owner", list, "first: 140");
  const after = page.edges[129]?.cursor;
  expect(ids(await readPage("owner", list, "first: 5", { after }))).toEqual(ids(page).slice(130, 135));
});

describe("the cost of an operation", () => {
  const query = (first: string) =>
    `query($n: Int = 2) { ${numbers.map((n) => `a${n}: posts(first: ${first}) { nodes { id title slug excerpt featured pinned } edges { node { id title } } totalCount }`).join(" ")} }`;

  it("includes the number of nodes and their total, also as a variable", async () => {
    expect((await run("visitor", query("$n"))).errors).toBeUndefined();
    const { data, errors } = await run("visitor", query("$n"), { n: 100 });
    expect([data ?? null, errors[0].message]).toEqual([null, expect.stringContaining("more than 5000")]);
  });
});

import { describe, expect, it } from "vitest";
import { createSiteUnderTest } from "./site-under-test.ts";
import { refusal, type StubAnswers } from "./stub-api.ts";

const field = { required: false, readOnly: false, immutable: false };
const view = {
  ...{ id: "Books", displayName: "Books <i>", displayField: "title", layout: "TABLE" },
  fields: [
    { ...field, key: "title", displayName: "Title", type: "TEXT" },
    { ...field, key: "read", displayName: "Read", type: "BOOLEAN" },
    { ...field, key: "link", displayName: "Link", type: "URL" },
  ],
  ...{ listFields: ["title", "read", "link"], searchFields: ["title"], filterFields: ["read"] },
  access: { insert: "ALL", update: "NONE", remove: "NONE" },
};
const viewPath = "/_api/porchlight/v1/data/collections/Books/view";
const queryPath = "/wix-data/v2/items/query";
const items = [{ id: "a/b", data: { _id: "a/b", title: "</script><b>", link: " java\tscript:alert(1)" } }];
const answers: StubAnswers = {
  [viewPath]: () => Response.json({ view }),
  [queryPath]: () =>
    Response.json({ dataItems: items, pagingMetadata: { count: 1, hasNext: true, cursors: { next: "c&1" } } }),
};
const requested = ({ calls }: { calls: { path: string; search: string }[] }) =>
  calls
    .filter(({ path }) => path === queryPath)
    .map(({ search }) => JSON.parse(Buffer.from(new URLSearchParams(search).get(".r") ?? "", "base64url").toString()));

describe("collection page", () => {
  it("shows items as text, with filters and paging as links and a form", async () => {
    const { get, api } = createSiteUnderTest(answers);
    const page = await get("/collections/Books?q=one%20two&f.read=false&sort=-title&f.nowhere=1");
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain("<h1><bdi>Books &lt;i&gt;</bdi></h1>");
    expect(html).toMatch(/href="\/collections\/Books\/a%2Fb"[^>]*>&lt;\/script&gt;&lt;b&gt;<\/a>/);
    expect(html).not.toMatch(/href="[^"]*script:/);
    expect(html).toContain('<form class="site-controls-form" action="/collections/Books" method="get">');
    expect(html).toMatch(
      /href="\/collections\/Books\?q=one\+two&amp;f\.read=false&amp;sort=-title&amp;cursor=c%261" rel="next"/,
    );
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    const [{ query }] = requested(api);
    expect(query).toEqual({
      filter: {
        $and: [
          { $or: [{ title: { $contains: "one" } }] },
          { $or: [{ title: { $contains: "two" } }] },
          { read: { $ne: true } },
        ],
      },
      sort: [{ fieldName: "title", order: "DESC" }],
      fields: ["_id", "title", "read", "link"],
      cursorPaging: { limit: 50 },
    });
  });

  it("names the action after one item, with its article", async () => {
    const labelFor = async (singularName?: string) => {
      const named = { ...view, ...(singularName && { singularName }) };
      const { get } = createSiteUnderTest({ ...answers, [viewPath]: () => Response.json({ view: named }) });
      const html = await (await get("/collections/Books")).text();
      return /href="\/collections\/Books\?new"[^>]*>([^<]*)</.exec(html)?.[1];
    };
    expect(await labelFor()).toBe("Add an item");
    expect(await labelFor("tool")).toBe("Add a tool");
    expect(await labelFor("idea")).toBe("Add an idea");
  });

  it("filters numbers and dates by range in the site's time zone, with German labels", async () => {
    const fields = ["pages", "day", "at", "link"].map((key, index) => ({
      ...{ ...field, key, displayName: key, type: ["NUMBER", "DATE", "DATETIME", "URL"][index] },
    }));
    const ranges = {
      ...view,
      fields: [...view.fields.slice(0, 1), ...fields],
      filterFields: fields.map(({ key }) => key),
    };
    const { get, api } = createSiteUnderTest(
      { ...answers, [viewPath]: () => Response.json({ view: ranges }) },
      { language: "de", timeZone: "Europe/Berlin" },
    );
    const params = "from.pages=2,5&to.pages=x&to.day=2024-02-29&from.at=2024-03-31&to.at=2024-03-31&has.link=a%25";
    const html = await (await get(`/collections/Books?${params}&from.link=1&f.pages=3`)).text();
    for (const said of ["pages: ab 2,5", "day: bis 29.02.2024", "at: 31.03.2024 bis 31.03.2024", "link: mit „a%“"])
      expect(html).toContain(said);
    const [{ query }] = requested(api);
    const [start, end] = ["2024-03-30T23:00:00.000Z", "2024-03-31T22:00:00.000Z"].map(($date) => ({ $date }));
    expect(query.filter.$and).toEqual([
      { pages: { $gte: 2.5 } },
      { $or: [{ day: { $lt: "2024-03-01" } }, { day: { $lt: { $date: "2024-03-01T00:00:00.000Z" } } }] },
      { at: { $gte: start, $lt: end } },
      { link: { $contains: "a%" } },
    ]);
  });

  it("is complete in the HTML, so that it does not require scripts", async () => {
    const many = Array.from({ length: 50 }, (_, n) => ({ id: `${n}`, data: { _id: `${n}`, title: "x".repeat(500) } }));
    const long = () => Response.json({ dataItems: many, pagingMetadata: { count: 50 } });
    const html = await (await createSiteUnderTest({ ...answers, [queryPath]: long }).get("/collections/Books")).text();
    expect(html.split("site-entry-link")).toHaveLength(51);
    expect(html).not.toMatch(/<div hidden/);
  });

  it("truncates long values", async () => {
    const data = { title: "x".repeat(500_000), link: ["y".repeat(500_000), ...Array(500).fill("z")] };
    const long = () =>
      Response.json({ dataItems: [{ id: "a", data: { _id: "a", ...data } }], pagingMetadata: { count: 1 } });
    const html = await (await createSiteUnderTest({ ...answers, [queryPath]: long }).get("/collections/Books")).text();
    expect(html).toContain(`${"x".repeat(2_000)}…</a>`);
    expect(html.length).toBeLessThan(50_000);
  });

  it("only sends valid parameters to the server, whatever the URL contains", async () => {
    const { get, api } = createSiteUnderTest(answers);
    await get(`/collections/Books?q=${"w%20".repeat(300)}&f.read=maybe&sort=__proto__`);
    const [{ query }] = requested(api);
    expect(query.filter.$and).toHaveLength(10);
    expect(query.sort).toEqual([]);
  });

  it.each([
    ["/collections", 404],
    ["/collections/", 404],
    ["/collections/Books/", 404],
    ["/collections/Books/a/b", 404],
    ["/collections/Books/a/edit/c", 404],
    ["/collections/%E0%A4%A", 404],
  ])("returns 404 at %s", async (path, status) => {
    expect((await createSiteUnderTest(answers).get(path)).status).toBe(status);
  });

  it("offers to sign in if the visitor lacks permission, and returns", async () => {
    const page = await createSiteUnderTest({ [viewPath]: () => refusal(403, "WDE0027") }).get("/collections/Books?q=a");
    const html = await page.text();
    expect(page.status).toBe(403);
    expect(html).toContain("Sign in to see this page");
    expect(html).toContain('href="/sign-in?returnTo=%2Fcollections%2FBooks%3Fq%3Da"');
    expect(html).not.toContain("WDE");
  });

  it("keeps its heading if the items cannot be loaded, and returns 404 for an unknown collection", async () => {
    const broken = await createSiteUnderTest({ ...answers, [queryPath]: () => refusal(500, "WDE0053") });
    const page = await broken.get("/collections/Books");
    const html = await page.text();
    expect([page.status, broken.faults.length]).toEqual([500, 1]);
    expect(html).toContain("We could not load the items.");
    expect(html).not.toContain("WDE");
    const gone = createSiteUnderTest({ [viewPath]: () => refusal(404, "WDE0025") });
    expect((await gone.get("/collections/Books")).status).toBe(404);
  });

  it("redirects back if its form was submitted before hydration", async () => {
    const answer = await createSiteUnderTest(answers).get("/collections/Books/a/edit", {}, "POST");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/collections/Books/a/edit"]);
  });

  it("is in German on a German site", async () => {
    const { get } = createSiteUnderTest(answers, { language: "de" });
    const html = await (await get("/collections/Books?f.read=true")).text();
    for (const said of ["Sortieren nach", "Filter zurücksetzen", "Mehr laden", "Read: Ja"])
      expect(html).toContain(said);
    const form = await (await get("/collections/Books?new")).text();
    for (const said of ["Eintrag hinzufügen", "Abbrechen", "JavaScript gebraucht"]) expect(form).toContain(said);
  });
});

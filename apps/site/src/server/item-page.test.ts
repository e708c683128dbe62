import { describe, expect, it } from "vitest";
import { createSiteUnderTest } from "./site-under-test.ts";
import type { StubAnswers } from "./stub-api.ts";

const types = ["OBJECT", "TEXT", "DATE", "DATETIME", "TIME", "NUMBER", "URL", "IMAGE", "RICH_TEXT", "ADDRESS", "ARRAY"];
const fields = types.map((type) => ({
  ...{ required: false, readOnly: false, immutable: false },
  ...{ key: `f${type}`, displayName: type, type },
}));
const view = {
  ...{ id: "Books", displayName: "Books", displayField: null, layout: "TABLE", fields },
  ...{ listFields: [], searchFields: [], filterFields: [] },
  access: { insert: "NONE", update: "NONE", remove: "NONE" },
};

/** The page of an item that has this in each of its fields. */
async function pageOf(value: unknown) {
  const data = { _id: "a", ...Object.fromEntries(fields.map(({ key }) => [key, value])) };
  const answers: StubAnswers = {
    "/_api/porchlight/v1/data/collections/Books/view": () => Response.json({ view }),
    "/wix-data/v2/items/query": () =>
      Response.json({ dataItems: [{ id: "a", data }], pagingMetadata: { count: 1, hasNext: false } }),
  };
  const page = await createSiteUnderTest(answers).get("/collections/Books/a");
  return { status: page.status, html: await page.text() };
}

const facts = (html: string) => html.split("<dt>").slice(1);

describe("item page", () => {
  it.each([
    ["an object that overrides what objects have", { toString: { x: "said" }, valueOf: 1 }, "said"],
    ["an object", { cookingTime: "said", "a<b": 1 }, "<dt>a&lt;b</dt>"],
    ["a list of everything", [1, null, "", { a: [] }, [["said"]], { $date: "2024-02-29T00:00:00.000Z" }], "said"],
    ["a number", 0.5, "0.5"],
    ["what is true", true, "Yes"],
    ["a day that there is not", "2024-13-45", "2024-13-45"],
  ])("shows %s in fields of every type", async (_what, value, said) => {
    const { status, html } = await pageOf(value);
    expect(status).toBe(200);
    expect(html.split(said).length - 1).toBeGreaterThanOrEqual(types.length);
    expect(html).not.toMatch(/<dd>(?:<[^>]*>)*<\/dd>/);
  });

  it("formats a date, a point in time and a time of day", async () => {
    const [day, moment] = ["2024-02-29T00:00:00.000Z", "2024-02-29T18:30:00.000Z"].map(($date) => ({ $date }));
    expect(facts((await pageOf(day)).html)[2]).toContain('<time dateTime="2024-02-29">February 29, 2024</time>');
    expect(facts((await pageOf(moment)).html)[3]).toMatch(/February 29, 2024 at 6:30\sPM UTC/);
    expect(facts((await pageOf("17:45:00.000")).html)[4]).toMatch(/5:45\sPM/);
  });

  it("formats an address without a formatted line", async () => {
    const place = { streetAddress: { name: "Main street", number: "3" }, postalCode: "89073", city: "Ulm" };
    const html = (await pageOf(place)).html.replace(/<!--.*?-->/g, "");
    expect(html).toContain("<dd>Main street 3\n89073 Ulm</dd>");
  });

  it("never renders HTML of a text as HTML", async () => {
    const { html } = await pageOf('<p onclick="x()">a<img src=x onerror=alert(1)><svg onload=alert(2)>b</svg><iframe>');
    const drawn = facts(html).find((fact) => fact.startsWith("RICH_TEXT"));
    expect(drawn).toContain("<p>a</p>");
    expect(drawn).not.toMatch(/onclick|onerror|onload|<svg|<iframe/);
  });

  it("limits the size of an object's entries", async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`key${n}`, { n }]));
    const { html } = await pageOf(many);
    expect(facts(html).length).toBeLessThan(types.length * 1_100);
    expect(html).toContain("key1999");
  });
});

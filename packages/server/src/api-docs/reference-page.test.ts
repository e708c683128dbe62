import { describe, expect, it } from "vitest";
import { createTestServer } from "../../test/test-server.ts";
import { toCurlCommand } from "./curl.ts";
import type { OpenApiDocument, Operation } from "./openapi-document.ts";

const server = await createTestServer();
const { body: page, headers } = await server.call("GET", "/reference");
const document = (await server.call("GET", "/openapi.json")).body as OpenApiDocument;
const operations = Object.values(document.paths).flatMap((item) => Object.values(item) as Operation[]);

describe("GET /reference", () => {
  it("contains every operation with all its paths, its codes and a command", () => {
    for (const { operationId, "x-aliases": aliases = [], responses } of operations) {
      const article = new RegExp(`<article id="${operationId}".*?</article>`, "s").exec(page)?.[0] ?? "";
      const text = article.replaceAll("<wbr>", "");
      for (const alias of aliases) expect(text).toContain(`<code>${alias}</code>`);
      expect(text).toContain("<code>curl &#39;http://localhost:4000/");
      const codes = Object.values(responses).flatMap(({ "x-codes": own = [] }) => own.map(({ code }) => code));
      for (const code of codes) expect(page).toContain(`<code class="name">${code}</code>`);
    }
  });

  it("has no broken anchors", () => {
    const ids = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g) as Iterable<RegExpExecArray>, ([, id]) => id));
    const links = Array.from(
      page.matchAll(/ (?:href|aria-labelledby)="#?([^"/:]+)"/g) as Iterable<RegExpExecArray>,
      ([, to = ""]) => to.split(" "),
    ).flat();
    expect(links.length).toBeGreaterThan(operations.length * 2);
    expect(links.filter((to) => !ids.has(to))).toEqual([]);
    expect(ids.size).toBe(page.match(/ id="/g)?.length);
  });

  it("contains no scripts and no external resources", () => {
    const nonce = /<style nonce="([^"]+)">/.exec(page)?.[1];
    const policy = headers.get("content-security-policy");
    expect(policy).toContain(`default-src 'none'; style-src 'nonce-${nonce}'`);
    expect(policy).not.toContain("script-src");
    expect(page).not.toMatch(/<script|<img| style="| on[a-z]+=/);
  });

  it("describes the values of fields in words", () => {
    const words = page.replace(/<[^>]+>/g, "");
    expect(words).toContain("paging.limit whole number, 1 to 100 query");
    expect(words).toContain("tagIds list, at most 250: text, at most 38 characters query");
    expect(words).toContain("grantType always &quot;refresh_token&quot; required");
    expect(words).toContain("firstName text, at most 100 characters, or null");
    expect(words).toContain("firstPublishedDate date and time, ISO 8601 required");
  });
});

describe("toCurlCommand", () => {
  it("quotes arguments for a shell", () => {
    const operation = {
      ...operations[0]!,
      security: [{ accessToken: [] }],
      "x-example": { params: { id: "a b" }, query: { fieldsets: ["A", "B"] }, body: { text: "it's $HOME" } },
    };
    expect(
      toCurlCommand({ method: "PATCH", path: "/v1/things/{id}", publicUrl: "https://example.com", operation }),
    ).toBe(
      `curl 'https://example.com/v1/things/a%20b?fieldsets=A&fieldsets=B' \\
  -X PATCH \\
  -H "Authorization: $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "text": "it'\\''s $HOME"
}'`,
    );
  });
});

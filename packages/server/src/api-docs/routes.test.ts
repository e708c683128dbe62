import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer();
const { body: page, headers } = await server.call("GET", "/reference");
const get = (path: string, encoding: string) =>
  server.fetch(new Request(new URL(path, server.origin), { headers: { "accept-encoding": encoding } }));
const [, viewerPath = ""] = /<script nonce="[^"]+" src="([^"]+)">/.exec(page) ?? [];

describe("GET /reference", () => {
  it("runs only scripts with the nonce of the response, and connects only to the server", () => {
    const [, nonce] = /<script nonce="([^"]+)" src/.exec(page) ?? [];
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).not.toContain("http");
  });

  it("has the title of the site, and a link for browsers without scripts", () => {
    expect(page).toContain(`<title>${server.context.site.name} API</title>`);
    expect(page).toContain('<a href="/openapi.json">');
  });
});

describe("the viewer", () => {
  it("is cached permanently under the name of its version", async () => {
    const response = await get(viewerPath, "gzip, deflate, br");
    expect([response.status, response.headers.get("content-encoding"), response.headers.get("cache-control")]).toEqual([
      200,
      "gzip",
      "public, max-age=31536000, immutable",
    ]);
    const [, version] = /scalar-(.+)\.js$/.exec(viewerPath) ?? [];
    const script = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(script).toContain("createApiReference");
    expect(script).toContain(version);
    expect(await (await get(viewerPath, "identity")).text()).toBe(script);
  });

  it("exists in this version only", async () => {
    expect((await get("/reference/scalar-1.0.0.js", "gzip")).status).toBe(404);
  });
});

describe("GET /reference/graphql", () => {
  it("runs only scripts with the nonce of the response, and connects only to the server", async () => {
    const { body, headers: sent } = await server.call("GET", "/reference/graphql");
    const nonces: string[] = [...body.matchAll(/<script nonce="([^"]+)"/g)].map(([, nonce]) => nonce);
    expect(nonces).toHaveLength(body.match(/<script/g).length);
    expect(new Set(nonces).size).toBe(1);
    expect(sent.get("content-security-policy")).toBe(
      `default-src 'none'; script-src 'nonce-${nonces[0]}'; worker-src 'self'; style-src 'self' 'unsafe-inline'; font-src data:; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(body).not.toContain("http");
  });

  it("serves the files that the page names", async () => {
    const { body } = await server.call("GET", "/reference/graphql");
    const paths: string[] = [...body.matchAll(/\/reference\/graphiql[\w.-]+/g)].map(([path]) => path);
    expect(new Set(paths).size).toBe(3);
    for (const path of paths) {
      const response = await get(path, "gzip");
      expect([path, response.status, response.headers.get("content-type")]).toEqual([
        path,
        200,
        `text/${path.endsWith(".css") ? "css" : "javascript"}; charset=utf-8`,
      ]);
    }
  });

  it("names the setting that hides the schema", async () => {
    const closed = await createTestServer({ graphqlIntrospection: false });
    expect((await closed.call("GET", "/reference/graphql")).body).toContain("GRAPHQL_INTROSPECTION=off");
    expect((await server.call("GET", "/reference/graphql")).body).not.toContain("GRAPHQL_INTROSPECTION");
  });
});

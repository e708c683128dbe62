import { describe, expect, it } from "vitest";
import { createRouter } from "./router.ts";

const noSources = async () => [];
const noBranding = async () => ({ brand: "", logo: undefined });
const noCache = { revision: { read: async () => 1 }, recordView: () => undefined };

describe("createRouter", () => {
  const route = createRouter({
    console: async () => new Response("console"),
    api: async () => new Response("api"),
    site: async (request) => new Response("site", { status: new URL(request.url).pathname === "/" ? 200 : 404 }),
    captchaSources: noSources,
    getBranding: noBranding,
    ...noCache,
    findRedirect: async (path) => (path === "/2015/05/15/Rust-1.0.html" ? "/blog/Rust-1.0" : undefined),
  });
  const get = (path: string, method = "GET") => route(new Request(`http://localhost${path}`, { method }), "127.0.0.1");

  it("passes the client's address to the server, regardless of the site's headers", async () => {
    const addresses: string[] = [];
    const routed = createRouter({
      console: async () => new Response("console"),
      api: async (_request, { clientAddress }) => {
        addresses.push(clientAddress);
        return new Response("api");
      },
      site: (request, { api }) => api(new Request(request, { headers: { "x-forwarded-for": "198.51.100.1" } })),
      captchaSources: noSources,
      getBranding: noBranding,
      ...noCache,
      findRedirect: async () => undefined,
    });
    const headers = { "x-forwarded-for": "198.51.100.2" };
    await routed(new Request("http://localhost/", { headers }), "203.0.113.7");
    await routed(new Request("http://localhost/oauth2/token", { headers }), "203.0.113.8");
    expect(addresses).toEqual(["203.0.113.7", "203.0.113.8"]);
  });

  it("passes the tokens of the browser's cookie to the server only for calls of a page", async () => {
    const origins: object[] = [];
    const routed = createRouter({
      console: async () => new Response("console"),
      api: async (_request, origin) => {
        origins.push(origin);
        return new Response("api");
      },
      site: (_request, { api }) => api(new Request("http://localhost/v3/posts", { headers: { cookie: "made=up" } })),
      captchaSources: noSources,
      getBranding: noBranding,
      ...noCache,
      findRedirect: async () => undefined,
    });
    const clientAddress = "203.0.113.7";
    await routed(new Request("http://localhost/", { headers: { cookie: "session=abc" } }), clientAddress);
    await routed(new Request("http://localhost/"), clientAddress);
    await routed(new Request("http://localhost/v3/posts", { headers: { cookie: "session=abc" } }), clientAddress);
    expect(origins).toEqual([
      { clientAddress, pageCookie: "session=abc" },
      { clientAddress, pageCookie: "" },
      { clientAddress },
    ]);
  });

  it("redirects a legacy path permanently", async () => {
    const answer = await get("/2015/05/15/Rust-1.0.html?from=mail");
    expect([answer.status, answer.headers.get("location")]).toEqual([301, "/blog/Rust-1.0"]);
  });

  it("responds with 503 instead of 404 while the database is unavailable", async () => {
    const blind = createRouter({
      console: async () => new Response("console"),
      api: async () => new Response("api"),
      site: async () => new Response("site", { status: 404, headers: { "content-type": "text/html" } }),
      captchaSources: noSources,
      getBranding: noBranding,
      ...noCache,
      findRedirect: () => Promise.reject(new Error("away")),
    });
    const answer = await blind(new Request("http://localhost/2015/05/15/Rust-1.0.html"), "127.0.0.1");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(answer.headers.get("content-type")).toBe("text/html");
  });

  it("returns other responses of the site unchanged", async () => {
    expect(await (await get("/")).text()).toBe("site");
    expect((await get("/nowhere")).status).toBe(404);
    expect((await get("/2015/05/15/Rust-1.0.html", "POST")).status).toBe(404);
  });

  it("routes all requests to the server without a site", async () => {
    const alone = createRouter({
      console: async () => new Response("console"),
      api: async () => new Response("api"),
      captchaSources: noSources,
      getBranding: noBranding,
      ...noCache,
      findRedirect: async () => undefined,
    });
    expect(await (await alone(new Request("http://localhost/"), "127.0.0.1")).text()).toBe("api");
  });
});

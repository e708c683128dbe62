import { describe, expect, it } from "vitest";
import { createRouter } from "./router.ts";

const noSources = async () => [];
const appearance = { siteName: "Porchlight", language: "en", timeZone: "UTC", theme: "classic" as const };
const noBranding = async () => ({ brand: "", logo: undefined, appearance });
const noCache = { revision: { read: async () => 1 }, recordView: () => undefined };
const noViews = { openMemberView: async () => undefined, readOnlyApi: async () => new Response("read-only api") };

describe("createRouter", () => {
  const route = createRouter({
    console: async () => new Response("console"),
    api: async () => new Response("api"),
    site: async (request) => new Response("site", { status: new URL(request.url).pathname === "/" ? 200 : 404 }),
    captchaSources: noSources,
    getBranding: noBranding,
    ...noCache,
    ...noViews,
    openPreview: async () => undefined,
    findRedirect: async (path) =>
      path === "/?p=12"
        ? { target: "/blog/twelve", status: 301 }
        : path === "/2015/05/15/Rust-1.0.html"
          ? { target: "/blog/Rust-1.0", status: 301 }
          : undefined,
  });
  const get = (path: string, method = "GET") => route(new Request(`http://localhost${path}`, { method }), "127.0.0.1");

  it("redirects numbers of WordPress, and shows the home page for others", async () => {
    const found = await get("/?p=12&utm_source=x");
    expect([found.status, found.headers.get("location")]).toEqual([301, "/blog/twelve"]);
    expect((await get("/?p=13")).status).toBe(200);
  });

  it("serves no script to a service worker", async () => {
    for (const path of ["/", "/admin/", "/media/a.js"]) {
      const request = new Request(`http://localhost${path}`, { headers: { "service-worker": "script" } });
      expect((await route(request, "127.0.0.1")).status).toBe(404);
    }
  });

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
      ...noViews,
      openPreview: async () => undefined,
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
      ...noViews,
      openPreview: async () => undefined,
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
      ...noViews,
      openPreview: async () => undefined,
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
      ...noViews,
      openPreview: async () => undefined,
      findRedirect: async () => undefined,
    });
    expect(await (await alone(new Request("http://localhost/"), "127.0.0.1")).text()).toBe("api");
  });

  it("shows a page as a member sees it in a frame only, with an API that cannot write", async () => {
    const routed = createRouter({
      console: async () => new Response("console"),
      api: async () => new Response("api"),
      site: async (request, { api, view }) =>
        new Response(
          `${new URL(request.url).pathname} ${await (await api(request)).text()} ${view?.linkTo("/blog?a=b")}`,
        ),
      captchaSources: noSources,
      getBranding: noBranding,
      ...noCache,
      ...noViews,
      openMemberView: async (token, cookies) =>
        token === "t" && cookies === "session=s" ? { accessToken: "a" } : undefined,
      openPreview: async () => undefined,
      findRedirect: async () => undefined,
    });
    const open = (query: string, headers: object = {}, method = "GET") =>
      routed(
        new Request(`http://localhost/preview/member?${query}`, {
          method,
          headers: { cookie: "session=s", ...headers },
        }),
        "203.0.113.7",
      );
    expect(await (await open("token=t&page=/account")).text()).toBe(
      "/account read-only api /preview/member?token=t&page=%2Fblog%3Fa%3Db",
    );
    const refused = [
      open("token=other"),
      open("token=t", { cookie: "" }),
      open("token=t", { "sec-fetch-dest": "document" }),
      open("token=t&page=/admin/"),
      open("token=t&page=/_api/members"),
      open("token=t&page=//example.com/"),
      open("token=t&page=/preview/member"),
    ];
    for (const response of await Promise.all(refused)) expect(response.status).toBe(404);
    expect((await open("token=t", {}, "POST")).status).toBe(405);
  });
});

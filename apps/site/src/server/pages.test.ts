import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { createSiteUnderTest, memberCookie } from "./site-under-test.ts";
import { refusal, wirePost } from "./stub-api.ts";

describe("pages", () => {
  it("contain the post as HTML, its description, canonical URL and JSON-LD", async () => {
    const { get } = createSiteUnderTest();
    const answer = await get("/blog/lamps?utm_source=x");
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain("Once there was a lamp.");
    expect(html).toContain('<link rel="canonical" href="http://localhost:4000/blog/lamps"/>');
    expect(html).toContain('<meta name="description" content="What burns at night."/>');
    const jsonLd = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? "";
    expect(JSON.parse(jsonLd)).toMatchObject({
      "@type": "BlogPosting",
      headline: wirePost.title,
      datePublished: wirePost.firstPublishedDate,
    });
  });

  it("contain link preview metadata, including the publication date of an article", async () => {
    const { get } = createSiteUnderTest();
    const metaOf = async (path: string) => {
      const found = (await (await get(path)).text()).matchAll(
        /<meta (?:property|name)="([^"]+)" content="([^"]*)"\/>/g,
      );
      return new Map(Array.from(found, ([, name, content]) => [name, content]));
    };
    const post = await metaOf("/blog/lamps?utm_source=x");
    expect(Object.fromEntries(post)).toMatchObject({
      "og:title": "Lamps &amp; &quot;lights&quot; &lt;/script&gt;&lt;b&gt;",
      "og:description": "What burns at night.",
      "og:url": "http://localhost:4000/blog/lamps",
      "og:type": "article",
      "og:site_name": "Lantern &lt;Street&gt;",
      "article:published_time": wirePost.firstPublishedDate,
      "article:modified_time": wirePost.lastPublishedDate,
      "article:author": "Ana Lima",
      // It has no picture of its own.
      "og:image": `http://localhost:4000/media/cards/${wirePost.id}.png`,
      "og:image:width": "1200",
      "twitter:card": "summary_large_image",
    });
    const home = await metaOf("/");
    expect([home.get("og:type"), home.get("og:url")]).toEqual(["website", "http://localhost:4000/"]);
    expect(home.has("article:published_time")).toBe(false);
  });

  it("link the feeds, and have one canonical URL whatever the query", async () => {
    const { get } = createSiteUnderTest();
    const html = await (await get("/blog?cursor=abc&utm_source=x")).text();
    expect(html).toContain('<link rel="canonical" href="http://localhost:4000/blog"/>');
    const feeds = [...html.matchAll(/<link rel="alternate" type="([^"]+)" title="([^"]+)" href="([^"]+)"\/>/g)];
    expect(feeds.map(([, type, title, href]) => [type, title, href])).toEqual([
      ["application/rss+xml", "Lantern &lt;Street&gt;", "/feed.xml"],
      ["application/atom+xml", "Lantern &lt;Street&gt;", "/atom.xml"],
      ["application/feed+json", "Lantern &lt;Street&gt;", "/feed.json"],
    ]);
  });

  it("give every script the nonce of the policy, a new one per response", async () => {
    const { get } = createSiteUnderTest();
    const nonces = new Set<string>();
    for (let i = 0; i < 3; i++) {
      const answer = await get("/");
      const nonce = /script-src 'nonce-([^']+)'/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "";
      const scripts = (await answer.text()).match(/<script[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(1);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it("prevent content from ending or starting a script", async () => {
    const { get } = createSiteUnderTest();
    for (const path of ["/", "/blog", "/blog/lamps", "/account"]) {
      const html = await (await get(path, { Cookie: memberCookie() })).text();
      expect(html).not.toContain("</script><b>");
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain("Lantern <Street>");
    }
  });

  it("preload the page's scripts", async () => {
    const { get } = createSiteUnderTest();
    expect(await (await get("/blog/lamps")).text()).toMatch(/<link rel="modulepreload"[^>]* href="\/assets\/post.js"/);
    expect(await (await get("/blog")).text()).not.toContain("/assets/post.js");
  });

  it("are the same for all visitors, whatever cookies they send", async () => {
    const { get, api } = createSiteUnderTest();
    const withoutNonce = async (answer: Promise<Response>) =>
      (await (await answer).text()).replace(/nonce="[^"]+"/g, "");
    const plain = await withoutNonce(get("/blog"));
    for (const cookie of [
      "porchlight_session=",
      "porchlight_session_state=",
      "porchlight_session-sz0000-1=v2~member-access~9999999999~member-refresh~member~",
      "porchlight_session_state=sz0000-2~visitor~; porchlight_session-sz0000-2=v2~visitor-access~99~visitor-refresh~visitor~",
      `${"x".repeat(8000)}; a=b; =c; ;;`,
    ]) {
      const answer = await get("/blog", { Cookie: cookie });
      expect(answer.status).toBe(200);
      expect(await withoutNonce(Promise.resolve(answer))).toBe(plain);
    }
    expect(api.calls.filter(({ path }) => path === "/oauth2/token")).toHaveLength(1);
  });

  it("forward the client's address to the API", async () => {
    const { get, api } = createSiteUnderTest();
    await get("/blog");
    expect(api.calls.map(({ forwardedFor }) => forwardedFor)).toContain("192.0.2.7");
  });

  it("are compressed if accepted, but not if personal", async () => {
    const { get } = createSiteUnderTest();
    const answer = await get("/blog", { "Accept-Encoding": "gzip, br" });
    expect(answer.headers.get("Content-Encoding")).toBe("br");
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toContain("<!DOCTYPE html>");
    const personal = await get("/blog", { "Accept-Encoding": "br", Cookie: memberCookie() });
    expect(personal.headers.get("Content-Encoding")).toBeNull();
  });

  it("have no body for HEAD and reject other methods", async () => {
    const { get } = createSiteUnderTest();
    const head = await get("/blog", {}, "HEAD");
    expect(head.status).toBe(200);
    expect(await head.text()).toBe("");
    expect((await get("/blog", {}, "DELETE")).status).toBe(405);
  });

  it.each([
    ["/sign-in?returnTo=%2Faccount", "/sign-in/start?page=login&returnTo=%2Faccount"],
    ["/sign-up", "/sign-in/start?page=sign-up&returnTo=%2F"],
    ["/verify-email", "/sign-in/start?page=login&returnTo=%2F"],
    ["/forgot-password?returnTo=%2Faccount", "/sign-in/start?page=forgot&returnTo=%2Faccount"],
    ["/reset-password", "/sign-in/start?page=forgot&returnTo=%2F"],
    ["/account", "/account"],
    ["/account/security", "/account/security"],
  ])("redirect a form of %s submitted before hydration to %s", async (path, location) => {
    const { get } = createSiteUnderTest();
    const answer = await get(path, { "Sec-Fetch-Site": "same-origin" }, "POST");
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, location]);
    const crossSite = await get(path, { "Sec-Fetch-Site": "cross-site" }, "POST");
    expect(crossSite.status).toBe(path.startsWith("/account") ? 303 : 403);
  });

  it.each([
    ["/sign-in", "login", "%2F"],
    ["/sign-up?returnTo=%2Fblog", "sign-up", "%2Fblog"],
    ["/forgot-password?returnTo=%2F%2Fevil.example", "forgot", "%2F"],
  ])("lead browsers without scripts from %s to the hosted pages", async (path, page, returnTo) => {
    const html = await (await createSiteUnderTest().get(path)).text();
    const href = `/sign-in/start?page=${page}&amp;returnTo=${returnTo}`;
    expect(html.split("</head>")[0]).toContain(`<noscript><meta http-equiv="refresh" content="0; url=${href}"/>`);
  });

  it("explain that forms require scripts", async () => {
    const { get } = createSiteUnderTest();
    for (const path of ["/reset-password", "/account/security"])
      expect(await (await get(path, { Cookie: memberCookie() })).text()).toMatch(/<noscript>.*JavaScript/s);
  });
});

describe("post lists", () => {
  const news = { id: "c-news", title: "News", slug: "news", postCount: 1, description: "" };
  const tools = { ...news, id: "c-tools", title: "Tools & <b>", slug: "tools" };
  const answers = {
    "/blog/v3/categories": () => Response.json({ categories: [news, tools] }),
    "/blog/v3/categories/slugs/news": () => Response.json({ category: news }),
    "/v3/posts": () => Response.json({ posts: [{ ...wirePost, categoryIds: [news.id, tools.id, "gone"] }] }),
  };

  it.each([
    ["/", "News, Tools &amp; &lt;b&gt;"],
    ["/blog", "News, Tools &amp; &lt;b&gt;"],
    ["/blog/category/news", "Tools &amp; &lt;b&gt;"],
  ])("name the categories of each post on %s, except the list's own", async (path, names) => {
    const html = await (await createSiteUnderTest(answers).get(path)).text();
    expect(html).toContain(`<bdi>${names}</bdi></p>`);
  });

  it("omit category names that cannot be loaded", async () => {
    const { get, faults } = createSiteUnderTest({ "/blog/v3/categories": () => refusal(500, "INTERNAL") });
    const answer = await get("/blog");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("What burns at night.");
    expect(faults).toEqual([]);
  });
});

describe("member session", () => {
  it("is on the page with the name and the access token, without the refresh token, and is not cached", async () => {
    const { get } = createSiteUnderTest();
    const answer = await get("/account", { Cookie: memberCookie() });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    expect(html).toContain("ana@example.com");
    expect(html).toMatch(/"pageToken":\{"session":"sz0000-1","accessToken":"member-access","expiresIn":3\d{3}\}/);
    expect(html).not.toContain("member-refresh");
    expect(answer.headers.has("Set-Cookie")).toBe(false);
  });

  it("gets an access token from the site, also while the page is open", async () => {
    const { post } = createSiteUnderTest();
    const headers = { Cookie: memberCookie(1), "Sec-Fetch-Site": "same-origin", "X-Porchlight-Session": "none" };
    const body = { grantType: "refresh_token", refreshToken: "sz0000-1" };
    const answer = await post("/session", body, headers);
    expect(await answer.json()).toMatchObject({ access_token: "member-access-new", refresh_token: "sz0000-1" });
    expect(answer.headers.get("Set-Cookie")).toMatch(
      /^porchlight_session-sz0000-1=.*~member-refresh~member~;.*; HttpOnly$/,
    );
    for (const site of ["cross-site", "same-site"])
      expect((await post("/session", body, { ...headers, "Sec-Fetch-Site": site })).status).toBe(403);
  });

  it("is migrated from the cookie that scripts could read", async () => {
    const { get } = createSiteUnderTest();
    const answer = await get("/account", {
      Cookie: "porchlight_session=v2~member-access~9999999999~member-refresh~member~",
    });
    expect(await answer.text()).toContain("ana@example.com");
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^porchlight_session-[\w-]+=v2~member-access~.*; HttpOnly$/),
      expect.stringMatching(/^porchlight_session_state=[\w-]+~member~; [^H]+$/),
      expect.stringMatching(/^porchlight_session=; Path=\/; Max-Age=0/),
    ]);
  });

  it.each(["info", "security", "sessions"])("opens the section %s of the account, with a URL", async (section) => {
    const html = await (await createSiteUnderTest().get(`/account/${section}`, { Cookie: memberCookie() })).text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html.match(/<h1/g)).toHaveLength(1);
    const current = [...html.matchAll(/<a[^>]*href="(\/account[^"]*)"[^>]*>/g)].filter(([link]) =>
      link.includes("aria-current"),
    );
    expect(current.map(([, href]) => href)).toEqual([`/account/${section}`, `/account/${section}`]);
  });

  it("is renewed if its token has expired, and the new token is set as a cookie", async () => {
    const { get } = createSiteUnderTest();
    const answer = await get("/", { Cookie: memberCookie(1) });
    const cookie = answer.headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(/^porchlight_session-sz0000-1=v2~member-access-new~/);
    expect(cookie).toContain("Path=/; Max-Age=7776000; SameSite=Lax; HttpOnly, ");
    expect(cookie).not.toContain("Secure");
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("has a secure cookie only if the site uses https", async () => {
    const { get } = createSiteUnderTest({}, { publicUrl: "https://site.example", apiUrl: "https://site.example" });
    const answer = await get("/", { Cookie: memberCookie(1, "member-refresh", "__Host-") });
    expect(answer.headers.get("Set-Cookie")).toMatch(
      /^__Host-porchlight_session-sz0000-1=[^;]+;.*; Secure; HttpOnly, /,
    );
  });

  it("ends if the refresh token is rejected: the page is a visitor's", async () => {
    const { get } = createSiteUnderTest();
    const answer = await get("/account", { Cookie: memberCookie(1, "revoked") });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("Set-Cookie")).toMatch(/HttpOnly, porchlight_session-[\w-]+=v2~visitor-access-new~/);
  });

  it("stays if the member cannot be loaded: the page lacks the name", async () => {
    const { get } = createSiteUnderTest({ "/members/v1/members/my": () => refusal(500, "INTERNAL") });
    const answer = await get("/account", { Cookie: memberCookie() });
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toContain("ana@example.com");
  });

  it("stays during an outage of renewals, with a time for the next attempt", async () => {
    const { get } = createSiteUnderTest({ "/oauth2/token": () => refusal(503, "UNAVAILABLE") });
    const answer = await get("/account", { Cookie: memberCookie(1) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Set-Cookie")).toMatch(
      /^porchlight_session-sz0000-1=v2~member-access~1~member-refresh~member~\d{13};/,
    );
    expect(await answer.text()).toContain('"status":"degraded"');
  });

  it("ends if the member does not exist, so that forged cookies are rejected", async () => {
    const { get } = createSiteUnderTest({ "/members/v1/members/my": () => Response.json({}) });
    const answer = await get("/account", { Cookie: memberCookie() });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("Set-Cookie")).toContain("porchlight_session-sz0000-1=; Path=/; Max-Age=0");
  });

  it("is renewed once for pages opened at the same time", async () => {
    let renewals = 0;
    const { get } = createSiteUnderTest({
      "/oauth2/token": () => {
        renewals++;
        return Response.json({ access_token: "member-access-2", refresh_token: "member-refresh-2", expires_in: 3600 });
      },
    });
    const answers = await Promise.all(["/", "/blog", "/account"].map((path) => get(path, { Cookie: memberCookie(1) })));
    expect(renewals).toBe(1);
    for (const { headers } of answers) expect(headers.get("Set-Cookie")).toContain("~member-refresh-2~member~");
  });

  it("redirects from the sign-in screens, never to another site", async () => {
    const { get } = createSiteUnderTest();
    const headers = { Cookie: memberCookie() };
    expect((await get("/sign-in?returnTo=%2Fblog%2Flamps", headers)).headers.get("Location")).toBe("/blog/lamps");
    expect((await get("/sign-up?returnTo=%2F%2Fevil.example", headers)).headers.get("Location")).toBe("/");
    expect((await get("/sign-in")).status).toBe(200);
  });

  it("ends with the form of the sign-out page, and only from this site", async () => {
    const { get } = createSiteUnderTest();
    const headers = { Cookie: memberCookie() };
    const answer = await get("/sign-out", { ...headers, "Sec-Fetch-Site": "same-origin" }, "POST");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Set-Cookie")).toContain("porchlight_session-sz0000-1=; Path=/; Max-Age=0");
    for (const foreign of [{ "Sec-Fetch-Site": "cross-site" }, { Origin: "https://evil.example" }, {}]) {
      const refused = await get("/sign-out", { ...headers, ...foreign }, "POST");
      expect(refused.status).toBe(403);
      expect(refused.headers.has("Set-Cookie")).toBe(false);
    }
  });
});

describe("error pages", () => {
  it.each(["/nothing-here", "/blog/nothing-here", "/blog/%E0%A4%A", "/blog/a/b/c", "/blog?cursor=", "//evil.example"])(
    "return 404 or the page itself at %s, never an error",
    async (path) => {
      const { get, faults } = createSiteUnderTest();
      const answer = await get(path);
      expect([200, 404]).toContain(answer.status);
      expect(faults).toEqual([]);
    },
  );

  it.each(["/%E0%A4%A", "/blog/%", "/blog/category/%ff"])("say 404 for %s without a word in the log", async (path) => {
    const warn = vi.spyOn(console, "warn");
    const answer = await createSiteUnderTest().get(path);
    expect(answer.status).toBe(404);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it.each(["/", "/blog", "/blog/lamps", "/blog/tag/glue", "/blog/author/Ana", "/blog/archive/2030/01"])(
    "return immediately that the server is busy at %s, with a retry time",
    async (path) => {
      const busy = () => {
        const answer = refusal(503, "UNAVAILABLE");
        answer.headers.set("Retry-After", "2");
        return answer;
      };
      const reads = [
        "/v3/posts",
        "/v3/posts/query",
        "/v3/posts/slugs/lamps",
        "/v3/tags/slugs/glue",
        "/blog/v3/categories",
      ];
      const site = createSiteUnderTest(
        Object.fromEntries([...reads, "/blog/v2/stats/post/count"].map((read) => [read, busy])),
      );
      const answer = await site.get(path);
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
      const requested = site.api.calls.map(({ path: called, search }) => called + search);
      expect(requested).toEqual([...new Set(requested)]);
    },
  );

  it("return 404 for an unknown post, and exclude it from search engines", async () => {
    const { get } = createSiteUnderTest();
    const answer = await get("/blog/unknown");
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>');
  });

  it.each(["/account", "/account/info", "/account/security", "/account/sessions"])(
    "offer visitors of %s to sign in and return",
    async (path) => {
      const { get } = createSiteUnderTest();
      const answer = await get(path);
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain(`href="/sign-in?returnTo=${encodeURIComponent(path)}"`);
    },
  );

  it("show the request id of an error and not its cause", async () => {
    const { get, faults } = createSiteUnderTest({ "/v3/posts/slugs/lamps": () => refusal(500, "INTERNAL") });
    const answer = await get("/blog/lamps");
    const html = await answer.text();
    expect(answer.status).toBe(500);
    expect(html).toContain("request-1");
    expect(html).not.toMatch(/INTERNAL|PorchlightError|at .*\.tsx?:/);
    expect(faults).toHaveLength(1);
  });

  it("show and send the wait time after a rate limit", async () => {
    const { get, faults } = createSiteUnderTest({
      "/v3/posts/slugs/lamps": () => {
        const answer = refusal(429, "TOO_MANY_REQUESTS");
        answer.headers.set("Retry-After", "90");
        return answer;
      },
    });
    const answer = await get("/blog/lamps");
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "90"]);
    const html = await answer.text();
    expect(html).toContain("<h1>Too many attempts</h1>");
    expect(html).toContain("Try again in 2 minutes.");
    expect(html).toMatch(/<a [^>]*aria-disabled="true"[^>]*>Try again</);
    expect(html).toContain("request-1");
    expect(faults).toEqual([]);
  });

  it("keep the rest of the home page if the posts cannot be loaded", async () => {
    const { get, faults } = createSiteUnderTest({ "/v3/posts": () => refusal(500, "INTERNAL") });
    const answer = await get("/");
    const html = await answer.text();
    expect(faults).toHaveLength(1);
    expect(answer.status).toBe(500);
    expect(html).toContain("We could not load the posts.");
    expect(html).toContain("Become a member");
  });

  it("are a plain page if the API throws", async () => {
    const { get } = createSiteUnderTest({
      "/v3/posts/slugs/lamps": () => {
        throw new Error("secret of the house");
      },
    });
    const answer = await get("/blog/lamps");
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(await answer.text()).not.toContain("secret");
  });
});

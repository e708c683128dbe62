import { describe, expect, it } from "vitest";
import { createSiteUnderTest, memberCookie } from "./site-under-test.ts";
import { refusal, type StubAnswers } from "./stub-api.ts";

const path = "/members/v1/members/query";
const abouts = "/members/v2/abouts/query";
const ada = {
  id: "5a3d0d6e-0000-4000-8000-000000000002",
  createdDate: "2030-01-02T03:04:05.000Z",
  updatedDate: "2030-01-02T03:04:05.000Z",
  privacyStatus: "UNKNOWN",
  activityStatus: "UNKNOWN",
  profile: { nickname: "Ada <b>", slug: "ada", title: "Countess" },
};
const answer = (members: object[], total = members.length, hasNext = false): StubAnswers => ({
  [path]: () => Response.json({ members, pagingMetadata: { count: members.length, total, hasNext } }),
  [abouts]: () =>
    Response.json({
      memberAbouts: [
        {
          id: ada.id,
          memberId: ada.id,
          revision: "1",
          createdDate: ada.createdDate,
          updatedDate: ada.createdDate,
          content: {
            nodes: [
              5,
              { type: "HTML", id: "h", nodes: [], htmlData: { html: "<script>alert(1)</script>" } },
              {
                type: "PARAGRAPH",
                id: "p",
                nodes: [{ type: "TEXT", id: "t", nodes: [], textData: { text: "I like engines.", decorations: [] } }],
              },
            ],
          },
        },
      ],
      pagingMetadata: { count: 1, total: 1 },
    }),
});
const everyone = { memberDirectory: "everyone" } as const;
const headers = { cookie: memberCookie() };

describe("member directory", () => {
  it("does not exist unless the owner turns it on, and sends no request", async () => {
    const { get, api } = createSiteUnderTest(answer([ada]));
    for (const url of ["/members", "/members/ada"]) expect((await get(url)).status).toBe(404);
    expect(api.calls.filter((call) => call.path === path)).toEqual([]);
    expect(await (await get("/blog")).text()).not.toContain('href="/members"');
  });

  it("asks visitors to sign in if it is for members, and sends no request", async () => {
    const { get, api } = createSiteUnderTest(answer([ada]), { memberDirectory: "members" });
    for (const url of ["/members", "/members/ada"]) {
      const page = await get(url);
      expect(page.status).toBe(403);
      expect(await page.text()).toContain("/sign-in?");
    }
    expect(api.calls.filter((call) => call.path === path)).toEqual([]);
    for (const url of ["/members", "/members/ada"]) expect((await get(url, headers)).status).toBe(200);
    expect(api.calls.filter((call) => call.path === path).map(({ token }) => token)).toEqual(
      Array(2).fill("member-access"),
    );
  });

  it("lists members with links to their pages, and renders no name as markup", async () => {
    const { get } = createSiteUnderTest(
      answer([ada, { ...ada, id: "5", profile: { nickname: null, slug: "a/b" } }]),
      everyone,
    );
    const page = await get("/members");
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('<a href="/members/ada"><bdi>Ada &lt;b&gt;</bdi></a>');
    expect(html).toContain('<a href="/members/a%2Fb"><bdi>Member</bdi></a>');
    expect(html).toContain("Countess");
    expect(html).toContain("2 members");
    expect(html).toContain('<link rel="canonical" href="http://localhost:4000/members"/>');
    expect(html).toContain('aria-current="page">Members</a>');
  });

  it("searches with a form that works without scripts, and links further pages", async () => {
    const { get } = createSiteUnderTest(answer([ada], 60, true), everyone);
    const html = await (await get("/members?q=%20ada%26&from=24")).text();
    expect(html).toContain('<form class="search-form" action="/members">');
    expect(html).toContain("<h1>Members with “ada&amp;”</h1>");
    expect(html).toContain('<a href="/members?q=ada%26" rel="prev">');
    expect(html).toContain('<a href="/members?q=ada%26&amp;from=48" rel="next">');
    expect(html).toContain('content="noindex"');
  });

  it.each(["?from=x", "?from=-1", "?from=99999999999", "?q=%00", `?q=${"x".repeat(500)}`, "?q=%F0%9F%92%A1"])(
    "accepts any query: %s",
    async (query) => {
      const { get } = createSiteUnderTest(answer([]), everyone);
      expect((await get(`/members${query}`)).status).toBe(200);
    },
  );

  it("links each page of 10,000 members and more, up to the server's limit", async () => {
    const { get } = createSiteUnderTest(answer([ada], 200_000, true), everyone);
    expect(await (await get("/members?from=10008")).text()).toContain('href="/members?from=10032"');
    expect(await (await get("/members?from=99984")).text()).not.toContain('rel="next"');
  });

  it("shows if there are no members, and if they cannot be loaded", async () => {
    const empty = await createSiteUnderTest(answer([]), everyone).get("/members");
    expect(await empty.text()).toContain("There are no members with a public profile yet.");
    const failed = createSiteUnderTest({ [path]: () => refusal(500, "INTERNAL") }, everyone);
    const page = await failed.get("/members");
    expect(page.status).toBe(500);
    expect(await page.text()).toContain("We could not load the members.");
    expect(failed.faults).toHaveLength(1);
  });
});

describe("profile page", () => {
  it("shows name, title, and the text about the member", async () => {
    const page = await createSiteUnderTest(answer([ada]), everyone).get("/members/ada");
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain("<h1><bdi>Ada &lt;b&gt;</bdi></h1>");
    expect(html).toContain("Countess");
    expect(html).toMatch(/Joined .*2030/);
    expect(html).toContain('<p dir="auto">I like engines.</p>');
    expect(html).not.toContain("alert(1)");
    expect(html).toContain('<link rel="canonical" href="http://localhost:4000/members/ada"/>');
  });

  it("does not exist for a slug that the server rejects", async () => {
    const rejected = createSiteUnderTest({ [path]: () => refusal(400, "MALFORMED_REQUEST") }, everyone);
    expect((await rejected.get("/members/%00")).status).toBe(404);
    expect(rejected.faults).toEqual([]);
  });

  it("does not exist for unknown members, and works without the text", async () => {
    expect((await createSiteUnderTest(answer([]), everyone).get("/members/nobody")).status).toBe(404);
    const broken = createSiteUnderTest({ ...answer([ada]), [abouts]: () => refusal(500, "INTERNAL") }, everyone);
    const page = await broken.get("/members/ada");
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain("<h2");
  });

  it("is in German on a German site", async () => {
    const page = await createSiteUnderTest(answer([ada]), { ...everyone, language: "de" }).get("/members/ada");
    const html = await page.text();
    expect(html).toContain("Beigetreten: ");
    expect(html).toContain("Über mich");
  });
});

describe("welcome", () => {
  it("offers a new member three next steps and the return link, without scripts", async () => {
    const { get } = createSiteUnderTest();
    const html = await (await get("/account/welcome?returnTo=%2Fblog%2Flamps", headers)).text();
    expect(html).toContain("<h1>Welcome to ");
    for (const href of ["/account/info", "/account/security", "/blog"])
      expect(html).toMatch(new RegExp(`<li><a href="${href}"`));
    expect(html).toMatch(/href="\/blog\/lamps"[^>]*>Skip for now</);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });

  it("offers the newsletter if there is one", async () => {
    const { get } = createSiteUnderTest({}, { newsletter: true });
    const html = await (await get("/account/welcome", headers)).text();
    expect(html).toMatch(/<li><a href="\/account\/newsletter"[^>]*>Get new posts by email</);
    expect(html).not.toContain("Read the latest posts");
  });

  it("sends visitors on, and never to another site", async () => {
    const { get } = createSiteUnderTest();
    const page = await get("/account/welcome?returnTo=%2Fblog");
    expect([page.status, page.headers.get("location")]).toEqual([302, "/blog"]);
    expect((await get("/account/welcome?returnTo=https%3A%2F%2Fevil.example")).headers.get("location")).toBe("/");
  });
});

it("lets subscribers of the newsletter choose from more than 100 categories", async () => {
  const named = (position: number) => ({
    id: `category-${position}`,
    label: `Category ${position}`,
    slug: `${position}`,
  });
  const { get } = createSiteUnderTest(
    {
      "/_api/porchlight/v1/newsletter/subscription": () =>
        Response.json({ subscription: { status: "SUBSCRIBED", email: "ana@example.com" } }),
      "/blog/v3/categories": ({ url }) => {
        const offset = Number(new URL(url).searchParams.get("paging.offset") ?? 0);
        const categories = Array.from({ length: 130 }, (_, position) => named(position)).slice(offset, offset + 100);
        return Response.json({ categories, metaData: { count: categories.length, offset, total: 130 } });
      },
    },
    { newsletter: true },
  );
  const html = await (await get("/account/newsletter", headers)).text();
  expect(html.match(/name="category"/g)).toHaveLength(130);
  expect(html).toContain("Category 129");
});

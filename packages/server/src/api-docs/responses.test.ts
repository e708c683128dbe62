import { areaDocs } from "@porchlight/contract/docs";
import { describe, expect, it } from "vitest";
import { createSignInSteps } from "../../test/auth/sign-in-steps.ts";
import { createWriter } from "../../test/blog/drafts.ts";
import { putCategory, putPost, putTag } from "../../test/blog/posts.ts";
import { createTestServer } from "../../test/test-server.ts";

const server = await createTestServer();
const { context } = server;
const steps = await createSignInSteps(server);
const token = await server.visitorToken();
const writer = await createWriter(server);

const categoryId = await putCategory(context, { slug: "workshop", description: "Where things are mended." });
const tagId = await putTag(context, { slug: "glue" });
const heroImage = { id: "1", url: "https://example.com/a.jpg", width: 4, height: 3, altText: "A lamp" };
const postId = await putPost(context, { slug: "lamps", categoryIds: [categoryId], tagIds: [tagId], heroImage });
const everyFieldset = ["URL", "CONTENT_TEXT", "METRICS", "SEO", "RICH_CONTENT"]
  .map((name) => `fieldsets=${name}`)
  .join("&");

/** Fails for undocumented properties and for missing required ones. */
function expectDescribed(name: string, body: unknown): void {
  const schema = areaDocs.map(({ docs }) => docs[name]?.response.schema).find((found) => found);
  if (!schema) throw new Error(`${name} has no response schema.`);
  expect(schema.parse(body)).toEqual(body);
}

describe("responses match their documented schemas", () => {
  it.each([
    ["listPosts", `/v3/posts?paging.limit=1&${everyFieldset}`],
    ["getPost", `/v3/posts/${postId}`],
    ["getPostBySlug", `/v3/posts/slugs/lamps?${everyFieldset}`],
    ["getPostMetrics", `/v3/posts/${postId}/metrics`],
    ["getTotalPosts", "/blog/v2/stats/posts/total"],
    ["listCategories", "/blog/v3/categories?fieldsets=URL"],
    ["getCategory", `/blog/v3/categories/${categoryId}`],
    ["getTag", `/v3/tags/${tagId}?fieldsets=URL`],
    ["queryPostCountStats", "/blog/v2/stats/post/count?order=NEWEST&months=3"],
    ["getCategoryBySlug", "/blog/v3/categories/slugs/workshop"],
    ["getTagBySlug", "/v3/tags/slugs/glue"],
    ["getTagByLabel", "/v3/tags/labels/TAG%20GLUE"],
    ["getCurrentMember", "/members/v1/members/my"],
    ["listMembers", "/members/v1/members?fieldsets=FULL"],
    ["listCustomFields", "/members/v1/custom-fields"],
    ["getDefaultPrivacyStatus", "/members/v1/default-privacy-status"],
    ["getMemberPrivacySettings", "/members/v1/privacy-settings"],
    ["getMyMemberAbout", "/members/v2/abouts/my"],
    ["jwks", "/oauth2/jwks"],
  ])("for %s", async (name, path) => {
    const { status, body } = await server.call("GET", path, { token });
    expect(status).toBe(200);
    expectDescribed(name, body);
  });

  it.each([
    ["queryPosts", "/v3/posts/query", { cursorPaging: { limit: 1 } }],
    ["queryPosts", "/v3/posts/query", { paging: { limit: 1 } }],
    ["queryCategories", "/blog/v3/categories/query", {}],
    ["queryTags", "/v3/tags/query", {}],
    ["queryMembers", "/members/v1/members/query", { paging: { limit: 1 } }],
    ["queryMemberAbouts", "/members/v2/abouts/query", {}],
  ])("for %s at %s with %j", async (name, path, query) => {
    const { status, body } = await server.call("POST", path, { token, body: { query } });
    expect(status).toBe(200);
    expectDescribed(name, body);
  });

  it("for drafts", async () => {
    const image = { id: "1.png", width: 4, height: 3, altText: "A lamp" };
    const draftPost = {
      title: "Described",
      heroImage: image,
      media: { wixMedia: { image }, altText: "A lamp" },
      categoryIds: [categoryId],
      memberId: (await steps.newMember("writes@example.com")).memberId,
      excerpt: "In short.",
      seoSlug: "described",
    };
    const body = { draftPost, publish: true, fieldsets: ["URL", "CONTENT", "RICH_CONTENT", "GENERATED_EXCERPT"] };
    const made = await writer.call("POST", "/blog/v3/draft-posts", body);
    expectDescribed("createDraftPost", made.body);
    expectDescribed("listDraftPosts", (await writer.call("GET", "/blog/v3/draft-posts?paging.limit=1")).body);
    expectDescribed("queryDraftPosts", (await writer.call("POST", "/blog/v3/draft-posts/query", {})).body);
    expectDescribed("getPostBySlug", (await server.call("GET", "/v3/posts/slugs/described", { token })).body);
    const many = { draftPosts: [{ title: "One" }, { tagIds: [crypto.randomUUID()] }], returnFullEntity: true };
    const bulk = await writer.call("POST", "/blog/v3/bulk/draft-posts/create", many);
    expectDescribed("bulkCreateDraftPosts", bulk.body);
  });

  it("for the life cycle of a post", async () => {
    const { id } = (await writer.create({ title: "Lives" }, { publish: true })) as { id: string };
    const path = `/blog/v3/draft-posts/${id}`;
    await writer.update(id, { title: "Lives on", membersOnly: true });
    expectDescribed("pinDraftPost", (await writer.call("POST", `${path}/pin`)).body);
    expectDescribed("listPostRevisions", (await writer.call("GET", `${path}/revisions`)).body);
    expectDescribed("getPostRevision", (await writer.call("GET", `${path}/revisions/1`)).body);
    expectDescribed("restorePostRevision", (await writer.call("POST", `${path}/revisions/1/restore`, {})).body);
    const language = { language: "de" };
    expectDescribed("translateDraft", (await writer.call("POST", `/blog/v3/multilingual/draft/${id}`, language)).body);
    expectDescribed("getPost", (await server.call("GET", `/v3/posts/${id}`, { token })).body);
  });

  it("for pages and redirects of the site", async () => {
    const { call } = writer;
    const site = "/_api/porchlight/v1/site";
    const page = { title: "Described", seoSlug: "described", richContent: { nodes: [] } };
    const made = await call("POST", `${site}/pages`, { page });
    expectDescribed("createSitePage", made.body);
    const path = `${site}/pages/${made.body.page.id}`;
    expectDescribed("publishSitePage", (await call("POST", `${path}/publish`)).body);
    expectDescribed("updateSitePage", (await call("PATCH", path, { page: { title: "Again" } })).body);
    expectDescribed("listSitePages", (await call("GET", `${site}/pages`)).body);
    expectDescribed("createPagePreview", (await call("POST", `${path}/previews`)).body);
    const published = `${site}/published-pages`;
    expectDescribed("getPublishedPage", (await server.call("GET", `${published}/described`, { token })).body);
    expectDescribed("listPublishedPages", (await server.call("GET", published, { token })).body);
    const redirect = { source: "/was-there", target: "/described" };
    expectDescribed("createSiteRedirect", (await call("POST", `${site}/redirects`, { redirect })).body);
    expectDescribed("listSiteRedirects", (await call("GET", `${site}/redirects`)).body);
    const redirects = [redirect, { source: "/loop", target: "/loop" }];
    expectDescribed("importSiteRedirects", (await call("POST", `${site}/redirects/import`, { redirects })).body);
  });

  it("for written categories and tags", async () => {
    const { call } = writer;
    const image = { url: "https://example.com/b.jpg", width: 4, height: 3 };
    const fieldsets = ["URL", "SEO"];
    const category = { label: "Sheds", coverImage: image, translationId: categoryId };
    const made = await call("POST", "/blog/v3/categories", { category, fieldsets });
    expectDescribed("createCategory", made.body);
    const { id } = made.body.category;
    expectDescribed("updateCategory", (await call("PATCH", `/blog/v3/categories/${id}`, { category: {} })).body);
    const merge = { targetCategoryId: categoryId };
    expectDescribed("mergeCategory", (await call("POST", `/blog/v3/categories/${id}/merge`, merge)).body);
    const { tag } = (
      await call("POST", "/v3/tags", { label: "Nails", coverImage: image, description: "Of iron.", fieldsets: ["URL"] })
    ).body;
    expectDescribed("createTag", { tag });
    expectDescribed("updateTag", (await call("PATCH", `/v3/tags/${tag.id}`, { tag: { slug: "n" } })).body);
    expectDescribed("mergeTag", (await call("POST", `/v3/tags/${tag.id}/merge`, { targetTagId: tagId })).body);
  });

  it("for a captcha", async () => {
    expectDescribed("describeCaptcha", (await server.call("GET", "/_api/porchlight/v1/auth/captcha")).body);
    const body = { purpose: "login", kind: "silent" };
    expectDescribed(
      "startCaptcha",
      (await server.call("POST", "/_api/porchlight/v1/auth/captcha/tasks", { body })).body,
    );
  });

  it("from the first token to a member", async () => {
    const profile = { firstName: "Ada", customFields: [{ name: "likes", value: { strValue: "radios" } }] };
    const registered = await steps.register("ada@example.com", { profile });
    expectDescribed("register", registered.body);
    const { body: resent } = await steps.resend(registered.body.stateToken);
    expectDescribed("resendDuringAuthentication", resent);
    const [code] = await steps.codes("ada@example.com");
    const verified = await steps.verify(resent.stateToken ?? registered.body.stateToken, code!);
    expectDescribed("verifyDuringAuthentication", verified.body);
    expectDescribed("login", (await steps.login("ada@example.com")).body);
    const session = await steps.redirectSession({ sessionToken: verified.body.sessionToken });
    const { codeVerifier: _, body } = session;
    expectDescribed("createRedirectSession", body);
    const { code: authorizationCode } = await steps.posted(body.redirectSession.fullUrl);
    const tokens = await steps.exchange({ code: authorizationCode, codeVerifier: session.codeVerifier });
    expectDescribed("token", tokens.body);
    const member = await server.call("GET", "/members/v1/members/my?fieldsets=FULL", {
      token: tokens.body.access_token,
    });
    expect(member.body.member.loginEmail).toBe("ada@example.com");
    expectDescribed("getCurrentMember", member.body);
    const asMember = { token: tokens.body.access_token };
    const renamed = await server.call("PATCH", `/members/v1/members/${member.body.member.id}`, {
      ...asMember,
      body: { member: { contact: { lastName: "Lovelace" } } },
    });
    expect(renamed.status).toBe(200);
    expectDescribed("updateMember", renamed.body);

    const sessions = "/_api/porchlight/v1/auth/sessions";
    const elsewhere = await steps.memberTokens((await steps.login("ada@example.com")).body.sessionToken);
    const listed = await server.call("GET", sessions, { token: elsewhere.access_token });
    expect(listed.body.sessions).toHaveLength(2);
    expectDescribed("listSessions", listed.body);
    expectDescribed(
      "endSession",
      (await server.call("DELETE", `${sessions}/${listed.body.sessions[0].id}`, asMember)).body,
    );
    expectDescribed(
      "endOtherSessions",
      (await server.call("POST", `${sessions}/end-others`, { ...asMember, body: {} })).body,
    );

    const validated = await server.call("POST", "/_api/iam/authentication/v2/validate-email", {
      token,
      body: { email: "nope" },
    });
    expectDescribed("validateEmail", validated.body);
    const changed = await server.call("POST", "/_api/iam/authentication/v2/change-password", {
      token: tokens.body.access_token,
      body: { newPassword: "a lamp in every window" },
    });
    expectDescribed("changePassword", changed.body);
    const sent = await server.call("POST", "/_api/iam/recovery/v1/send-email", {
      token,
      body: { email: "ada@example.com" },
    });
    expectDescribed("sendRecoveryEmail", sent.body);
    const readLink = async () => {
      const { body: mails } = await server.call("GET", "/dev/mail.json?to=ada@example.com");
      return mails.find(({ link }: { link?: string }) => link?.includes("#token="))?.link;
    };
    await expect.poll(readLink).toBeDefined();
    const recoveryToken = (await readLink()).split("#token=")[1];
    for (const password of [null, "a lamp in every window"]) {
      const recovered = await server.call("POST", "/_api/iam/recovery/v1/recover", {
        token,
        body: { recoveryToken, password },
      });
      expect(recovered.status).toBe(200);
      expectDescribed("recover", recovered.body);
    }
  });
});

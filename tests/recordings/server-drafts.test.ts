import { createApiKey } from "@porchlight/server/operations";
import { createTestServer } from "@porchlight/server/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { expectRecordedShape } from "./recorded-shape.ts";
import { type RecordedRequest, readRecordings } from "./recording.ts";

/** Sends the recorded requests of drafts to a server with an editor API key. */

const server = await createTestServer({ siteUrl: "https://site.example" });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "writer", role: "editor" });
const recordings = readRecordings("blog");
const find = (name: string): { request: RecordedRequest; answer: Record<string, unknown> } => {
  const recording = recordings.find((candidate) => candidate.name === name);
  if (!recording?.request) throw new Error(`there is no recording "${name}"`);
  return { request: recording.request, answer: recording.cannedResponse?.body as Record<string, unknown> };
};

/** Ids in recorded requests. */
const [first, second] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];

/** Undeclared members, and members that only scheduled or reviewed posts, or posts changed on request, have. */
const omitted = [
  "richContentString",
  "translations",
  "mostRecentContributorId",
  "moderationDetails",
  "internalCategoryIds",
  "internalRelatedPostIds",
  "editingSessionId",
  "preview",
  "metrics",
  "scheduledPublishDate",
  "contentText",
];

function expectRecordedDraft(actual: unknown, recorded: unknown, left: string[] = []): void {
  const without = [...omitted, ...left];
  const compared = Object.fromEntries(
    Object.entries(recorded as object).filter(([member]) => !without.includes(member)),
  );
  expectRecordedShape(actual, compared);
}

async function send(name: string) {
  const { method, path, query, body } = find(name).request;
  const answer = await server.call(method, query ? `${path}?${query}` : path, { body, token: key });
  expect(answer.status).toBe(200);
  return answer.body;
}

beforeAll(async () => {
  const recorded = find("createDraftPost").request.body as { draftPost: { memberId: string } };
  const { memberId } = await server.signIn();
  await server.context.db
    .updateTable("members")
    .set({ id: recorded.draftPost.memberId })
    .where("id", "=", memberId)
    .execute();
  for (const id of [first, second]) {
    const body = { draftPost: { ...recorded.draftPost, excerpt: "E" } };
    const made = await server.call("POST", "/blog/v3/draft-posts", { body, token: key });
    await server.context.db.deleteFrom("post_revisions").execute();
    await server.context.db.updateTable("posts").set({ id }).where("id", "=", made.body.draftPost.id).execute();
  }
});

describe("recorded requests of drafts", () => {
  it("createDraftPost", async () => {
    const { draftPost } = await send("createDraftPost");
    const { request, answer } = find("createDraftPost");
    expectRecordedDraft(draftPost, answer["draftPost"], ["excerpt", "richContent"]);
    const { draftPost: sent } = request.body as { draftPost: { title: string; memberId: string } };
    expect(draftPost).toMatchObject({ title: sent.title, memberId: sent.memberId, status: "PUBLISHED" });
    expect(draftPost.heroImage).toEqual({
      id: "img_1.jpg",
      url: "http://localhost:4000/media/img_1.jpg",
      width: 8,
      height: 6,
      altText: "p.jpg",
      filename: "p.jpg",
    });
  });

  it("getDraftPost", async () => {
    const { draftPost } = await send("getDraftPost");
    const unpublished = ["url", "firstPublishedDate", "lastPublishedDate"];
    expectRecordedDraft(draftPost, find("getDraftPost").answer["draftPost"], unpublished);
    const { draftPost: sent } = find("createDraftPost").request.body as { draftPost: { richContent: object } };
    expect(draftPost.richContent).toEqual(sent.richContent);
  });

  it("listDraftPosts", async () => {
    for (const title of ["Third", "Fourth"])
      await server.call("POST", "/blog/v3/draft-posts", { body: { draftPost: { title } }, token: key });
    const { draftPosts, metaData } = await send("listDraftPosts");
    expect(draftPosts).toHaveLength(1);
    expect(draftPosts[0].url).toEqual({ base: "https://site.example", path: expect.stringMatching(/^\/blog\/./) });
    expect(metaData).toEqual({ count: 1, offset: 2, total: 4, cursor: expect.any(String) });
  });

  it("updateDraftPost", async () => {
    const { draftPost } = await send("updateDraftPost");
    expect(draftPost).toMatchObject({ id: first, title: "T2", status: "PUBLISHED", hasUnpublishedChanges: false });
    expectRecordedDraft(draftPost, find("updateDraftPost").answer["draftPost"], ["url", "richContent"]);
  });

  it("publishDraftPost", async () => {
    expect(await send("publishDraftPost")).toEqual({ postId: first });
  });

  it("queryDraftPosts", async () => {
    const { draftPosts, pagingMetadata } = await send("queryDraftPosts");
    expect(draftPosts).toHaveLength(1);
    expect(draftPosts[0].status).toBe("PUBLISHED");
    expect(pagingMetadata).toEqual({ count: 1, cursors: { next: expect.any(String) }, hasNext: true });
  });

  it("deleteDraftPost", async () => {
    expect(await send("deleteDraftPost")).toEqual({});
    const gone = await server.call("GET", `/blog/v3/draft-posts/trash-bin/${first}`, { token: key });
    expect(gone.status).toBe(404);
  });

  it("bulkDeleteDraftPosts", async () => {
    const answer = await send("bulkDeleteDraftPosts");
    expectRecordedShape({ ...answer, results: answer.results.slice(1) }, find("bulkDeleteDraftPosts").answer);
    expect(answer.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 });
    expect(answer.results[1]).toEqual({ itemMetadata: { id: second, originalIndex: 1, success: true } });
  });
});

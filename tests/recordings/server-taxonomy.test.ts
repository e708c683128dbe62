import { createApiKey } from "@porchlight/server/operations";
import { createTestServer } from "@porchlight/server/testing";
import { describe, expect, it } from "vitest";
import { expectRecordedShape } from "./recorded-shape.ts";
import { readRecordings } from "./recording.ts";

/** Sends the recorded requests that write categories and tags to a server with an editor API key. */

const server = await createTestServer({ siteUrl: "https://site.example" });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "writer", role: "editor" });
const recordings = readRecordings("blog");

/** Id in recorded requests. */
const existingId = "11111111-1111-4111-8111-111111111111";

async function send(name: string) {
  const { request, cannedResponse } = recordings.find((one) => one.name === name) ?? {};
  if (!request) throw new Error(`there is no recording "${name}"`);
  const { method, path, query, body } = request;
  const { status, body: answer } = await server.call(method, query ? `${path}?${query}` : path, { body, token: key });
  expect(status).toBe(200);
  return { answer, recorded: cannedResponse?.body as Record<string, Record<string, unknown>> };
}

describe("recorded requests that write categories and tags", () => {
  it("createCategory", async () => {
    const { answer, recorded } = await send("createCategory");
    const { translationId: _none, seoData: _onDemand, ...compared } = recorded["category"] ?? {};
    expectRecordedShape({ ...answer.category, description: "" }, compared);
    expect(answer.category).toMatchObject({
      label: "L",
      slug: "l",
      url: { base: "https://site.example", path: "/blog/category/l" },
      coverImage: { id: "img_1.jpg", width: 800, height: 600, url: "http://localhost:4000/media/img_1.jpg" },
    });
    await server.context.db.updateTable("categories").set({ id: existingId }).execute();
  });

  it("updateCategory", async () => {
    const { answer } = await send("updateCategory");
    expect(answer.category).toMatchObject({ id: existingId, label: "L2", slug: "l" });
  });

  it("deleteCategory", async () => {
    expect((await send("deleteCategory")).answer).toEqual({});
    expect((await server.call("GET", `/blog/v3/categories/${existingId}`, { token: key })).status).toBe(404);
  });

  it("createTag", async () => {
    const { answer, recorded } = await send("createTag");
    const { url: _onDemand, ...compared } = recorded["tag"] ?? {};
    expectRecordedShape(answer.tag, compared);
    expect(answer.tag).toMatchObject({ label: "lbl", slug: "s", language: "en", postCount: 0 });
    await server.context.db.updateTable("tags").set({ id: existingId }).execute();
  });

  it("deleteTag", async () => {
    expect((await send("deleteTag")).answer).toEqual({});
    expect((await server.call("GET", `/v3/tags/${existingId}`, { token: key })).status).toBe(404);
  });
});

import { createApiKey } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import { createDraw, insides, type Living, readOperations, sendMade } from "./fuzz.ts";
import { startServer } from "./running-server.ts";

/** Without rate limits, which have their own tests. */
const server = await startServer({ rateLimits: false });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Fuzz", role: "editor" });

/** Paths of categories and tags, and of operations on them. */
const writesGroups = /\/(?:categories|tags)(?:\/\{\w+\}(?:\/\w+)?)?$/;
const operations = await readOperations(
  server.url,
  ({ method, path }) =>
    (/draft-posts|multilingual|site-media/.test(path) && !path.startsWith("/wix-data/")) ||
    (method !== "get" && writesGroups.test(path)),
);

const groupNames = ["categoryId", "tagId", "targetCategoryId", "targetTagId", "categoryIds", "tagIds"];

/** Drafts, posts, categories, tags and a file for requests. */
async function newDrafts(): Promise<Living> {
  const ids: string[] = [];
  for (const publish of [false, true, true]) {
    const made = await server.call("POST", "/blog/v3/draft-posts", {
      token: key,
      body: { draftPost: { title: "Fuzz" }, publish },
    });
    ids.push(made.body.draftPost.id);
  }
  await server.call("PATCH", `/blog/v3/draft-posts/${ids[1]}`, { token: key, body: { draftPost: { title: "F2" } } });
  await server.call("DELETE", `/blog/v3/draft-posts/${ids[2]}`, { token: key });
  const groups: string[] = [];
  for (const number of [1, 2]) {
    const label = `Fuzz ${ids[0]} ${number}`.slice(-35);
    const { body } = await server.call("POST", "/blog/v3/categories", { token: key, body: { category: { label } } });
    groups.push(body.category.id, (await server.call("POST", "/v3/tags", { token: key, body: { label } })).body.tag.id);
  }
  const planned = { token: key, body: { filename: "fuzz" } };
  const { uploadUrl } = (await server.call("POST", "/site-media/v1/files/upload-url", planned)).body;
  const uploaded = await fetch(uploadUrl, { method: "PUT", body: "fuzz" });
  const { file } = (await uploaded.json()) as { file: { id: string } };
  const dates = ["2999-01-01T00:00:00.000Z", "2001-01-01T00:00:00.000Z"];
  return {
    draftPostId: ids,
    postIds: ids,
    fileId: [file.id],
    postId: ids,
    revision: ["1", "2", "9"],
    id: ids,
    ...Object.fromEntries(groupNames.map((name) => [name, groups])),
    scheduledPublishDate: dates,
    firstPublishedDate: dates,
    language: ["en", "de"],
    type: ["PARAGRAPH", "TEXT", "HEADING", "LIST_ITEM"],
    url: ["https://example.com/a.png", "/media/1.png"],
  };
}

describe("random requests of editors receive responses in the envelope", () => {
  it.each(operations)("$method $path", async (operation) => {
    const draw = createDraw(operation.index + 1);
    let living = await newDrafts();
    for (let number = 1; number <= 120; number++) {
      // Some requests remove their own data.
      if (number % 20 === 0) living = await newDrafts();
      const { status, text, description } = await sendMade(server.url, operation, { draw, living, token: key });
      expect(status, description).toBeLessThan(500);
      if (status === 200) continue;
      expect(text, description).not.toMatch(insides);
      const { details } = JSON.parse(text) as { details: Record<string, unknown> };
      expect(["applicationError", "validationError"], description).toContain(Object.keys(details)[0]);
    }
  });

  it("covers every route", () => expect(operations.length).toBe(34));
});

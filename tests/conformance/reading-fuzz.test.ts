import { createPost } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import { createDraw, insides, type Living, readOperations, sendMade } from "./fuzz.ts";
import { startServer } from "./running-server.ts";

/** Without rate limits, which have their own tests. */
const server = await startServer({ rateLimits: false });

const reads =
  /\/(?:likes|search|around|metrics|total|count)(?:\/|$)|\/posts(?:\/query|\/slugs\/\{slug\}|\/\{postId\})?$/;
const operations = await readOperations(
  server.url,
  ({ path }) => path.includes("/v") && reads.test(path) && !/draft-posts|import|form/.test(path),
);

const ids: string[] = [];
for (const title of ["Lamps of glass", "Lamps of wire"]) {
  const content = { markdown: "A *lamp*." };
  ids.push((await createPost(server.context, { kind: "owner" }, { title, content, tags: ["a"] })).postId);
}

/** Posts and likes for requests. */
async function newLikes(token: string): Promise<Living> {
  const likes: string[] = [];
  for (const entityId of ids) {
    const body = { like: { fqdn: "wix.blog.v3.post", entityId } };
    likes.push((await server.call("POST", "/blog/v1/likes", { token, body })).body.like.id);
  }
  return {
    postId: ids,
    entityId: ids,
    id: [...ids, ...likes],
    likeId: likes,
    fqdn: ["wix.blog.v3.post"],
    slug: ["Lamps-of-glass"],
    expression: ["lamp", "la", '"lamps of" -wire', "'; --", "a & b | !c:*", "𝒳́\u0301"],
    language: ["en", "de"],
    timeZone: ["Europe/Berlin", "UTC"],
    rangeStart: ["2024-01-01T00:00:00.000Z", "-271821-04-20T00:00:00Z", "+275760-09-13T00:00:00Z"],
  };
}

describe("random requests that read the blog receive responses in the envelope", () => {
  it("covers all operations", () => {
    expect(operations.length).toBeGreaterThan(12);
  });

  it.each(operations)("$method $path", async (operation) => {
    const draw = createDraw(operation.index + 1);
    const token = await server.visitorToken();
    const living = await newLikes(token);
    for (let number = 1; number <= 150; number++) {
      const { status, text, description } = await sendMade(server.url, operation, { draw, living, token });
      expect(status, description).toBeLessThan(500);
      if (status < 400) continue;
      expect(text, description).not.toMatch(insides);
      expect(JSON.parse(text), description).toMatchObject({ message: expect.any(String), details: expect.any(Object) });
    }
  });
});

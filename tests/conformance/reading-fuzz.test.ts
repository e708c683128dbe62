import { createPost } from "@porchlight/server";
import { describe, expect, it } from "vitest";
import { createDraw, enlivened, fitting, type Living, type Schema, spoiled, toJson } from "./fuzz.ts";
import { startServer } from "./running-server.ts";

/** Every request counts as one of thousands: limits have tests of their own. */
const server = await startServer({ rateLimits: false });

interface Operation {
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema; example?: object } } };
}
const reads =
  /\/(?:likes|search|around|metrics|total|count)(?:\/|$)|\/posts(?:\/query|\/slugs\/\{slug\}|\/\{postId\})?$/;
const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => ({ ...one, method, path })))
  .filter(({ path }) => path.includes("/v") && reads.test(path) && !/draft-posts|import|form/.test(path))
  .map((one, index) => ({ ...one, index }));

const ids: string[] = [];
for (const title of ["Lamps of glass", "Lamps of wire"]) {
  const content = { markdown: "A *lamp*." };
  ids.push((await createPost(server.deps, { kind: "owner" }, { title, content, tags: ["a"] })).postId);
}

/** Posts, and likes of them, to be named by requests. */
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

const insides = /node_modules|\.ts:\d|at \w+ \(|\bselect\b.+\bfrom\b|violates|syntax error|postgres|kysely|zod/i;

describe("what was made from the schema of what reads the blog, fit or spoiled, is answered in its envelope", () => {
  it("covers what it should", () => {
    expect(operations.length).toBeGreaterThan(12);
  });

  it.each(operations)("$method $path", async ({ index, method, path, parameters = [], requestBody }) => {
    const draw = createDraw(index + 1);
    const token = await server.visitorToken();
    const living = await newLikes(token);
    for (let number = 1; number <= 150; number++) {
      const textOf = ({ name, schema }: { name: string; schema: Schema }) => {
        const fits = fitting(schema, draw, living, name);
        const value = draw.chance() < 0.3 ? spoiled(fits, draw) : fits;
        const text = typeof value === "string" ? value : toJson(value);
        return encodeURIComponent(text.slice(0, 1_000).toWellFormed());
      };
      const asked = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        textOf({ name, schema: parameters.find((one) => one.name === name)?.schema ?? { type: "string" } }),
      );
      const query = parameters
        .filter((one) => one.in === "query" && (one.required || draw.chance() < 0.6))
        .map((one) => `${one.name}=${textOf(one)}`)
        .join("&");
      const { schema, example } = requestBody?.content["application/json"] ?? {};
      let body: unknown;
      if (schema) {
        body = example && draw.chance() < 0.4 ? enlivened(example, draw, living) : fitting(schema, draw, living);
        for (let times = draw.below(3); times > 0; times--) body = spoiled(body, draw);
      }
      const answer = await fetch(`${server.url}${asked}${query && `?${query}`}`, {
        method: method.toUpperCase(),
        headers: { authorization: token, ...(schema && { "content-type": "application/json" }) },
        ...(schema && { body: toJson(body) }),
      });
      const text = await answer.text();
      const what = `${method} ${asked}?${query} ${schema ? toJson(body).slice(0, 500) : ""} → ${answer.status} ${text.slice(0, 300)}`;
      expect(answer.status, what).toBeLessThan(500);
      if (answer.status >= 400) {
        expect(text, what).not.toMatch(insides);
        expect(JSON.parse(text), what).toMatchObject({ message: expect.any(String), details: expect.any(Object) });
      }
    }
  });
});

import { ApiKeyStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import { draftPosts, posts } from "@porchlight/client/blog";
import { prepareRichContent, RichContent } from "@porchlight/react";
import { createApiKey } from "@porchlight/server/operations";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { createDraw } from "./fuzz.ts";
import { randomDocument } from "./random-trees.ts";
import { startServer } from "./running-server.ts";

const server = await startServer({ rateLimits: false });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Trees", role: "editor" });
const writer = createClient({ host: server.url, auth: ApiKeyStrategy({ apiKey: key }), modules: { draftPosts } });
const reader = createClient({
  host: server.url,
  auth: OAuthStrategy({ clientId: server.clientId }),
  modules: { posts },
});

it("preserves 3,000 trees for writers and readers, and renders them", {
  timeout: 120_000,
}, async () => {
  const draw = createDraw(5);
  for (let round = 0; round < 15; round++) {
    const documents = Array.from({ length: 10 }, () => randomDocument(draw));
    const { results } = await writer.draftPosts.bulkCreateDraftPosts(
      documents.map((richContent, index) => ({ title: `Trees ${round} ${index}`, richContent })),
      { publish: true, returnFullEntity: true, fieldsets: ["RICH_CONTENT"] },
    );
    expect(results.map(({ item, itemMetadata }) => item?.richContent ?? itemMetadata)).toEqual(documents);
    const ids = results.map(({ itemMetadata }) => itemMetadata._id!);
    const { posts: read } = await reader.posts.queryPosts(
      { filter: { _id: { $in: ids } } },
      { fieldsets: ["RICH_CONTENT"] },
    );
    const byId = new Map(read.map(({ _id, richContent }) => [_id, richContent]));
    expect(ids.map((id) => byId.get(id))).toEqual(documents);
    await prepareRichContent(documents[0]);
    const pages = documents.map((content) => renderToString(createElement(RichContent, { content })));
    for (const page of pages) {
      // Errors of components are shown by the error boundary.
      expect(page).not.toContain("<!--$!-->");
      expect(page).not.toMatch(/<script|<iframe|(?:href|src|srcset|poster)="\s*(?:java\s*script|data):/i);
    }
  }
});

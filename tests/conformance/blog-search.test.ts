import { createClient, OAuthStrategy } from "@porchlight/client";
import { discovery } from "@porchlight/client/blog";
import { createPost } from "@porchlight/server/operations";
import { beforeAll, describe, expect, it } from "vitest";
import { startServer } from "./running-server.ts";

const server = await startServer();
const client = createClient({
  host: server.url,
  auth: OAuthStrategy({ clientId: server.clientId }),
  modules: { search: discovery },
});

beforeAll(async () => {
  for (const title of ["Trimming wicks", "Blowing glass", "Wicks & wax"]) {
    await createPost(server.context, { kind: "owner" }, { title, content: { markdown: "We **trim** the wick." } });
  }
});

describe("searching the blog, client and server", () => {
  it("returns posts with highlights, page by page", async () => {
    const { results, pagingMetadata } = await client.search.searchPosts("wicks", { paging: { limit: 2 } });
    expect(pagingMetadata).toMatchObject({ count: 2, total: 3, hasNext: true });
    expect(results[0]?.post.firstPublishedDate).toBeInstanceOf(Date);
    expect(results[0]?.passage).toEqual([{ text: "We trim the " }, { text: "wick", found: true }, { text: "." }]);
    const rest = await client.search.searchPosts("wicks", { paging: { limit: 2, offset: 2 }, fieldsets: ["URL"] });
    expect(rest.results.map(({ post }) => [post.title, typeof post.url])).toEqual([["Blowing glass", "string"]]);
  });

  it("rejects an invalid search", async () => {
    await expect(client.search.searchPosts(" ")).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  });
});

import { describe, expect, it } from "vitest";
import { putPost } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createPost } from "../posts/create-post.ts";
import { findRedirect } from "./find-redirect.ts";

const { context } = await createTestServer();
const at = (path: string) => findRedirect(context, path);
const lead = (path: string, post_id: string) =>
  context.db.insertInto("redirect_paths").values({ site_id: context.site.id, path, post_id }).execute();

describe("redirects of legacy paths", () => {
  it("lead to the post's current path, for every spelling", async () => {
    await createPost(
      context,
      { kind: "owner" },
      {
        title: "Naïve café",
        content: { markdown: "Text." },
        legacyPaths: ["2020/01/02/café.html", "/old/"],
      },
    );
    for (const path of ["/2020/01/02/caf%C3%A9.html", "/2020/01/02/café.html", "/old", "/old/", "/old/index.html"]) {
      expect(await at(path), path).toBe("/blog/Na%C3%AFve-caf%C3%A9");
    }
  });

  it("do not exist for other paths", async () => {
    for (const path of ["/", "/blog", "/OLD", "/old/x", "/blog/nothing", "/a%00b", "/%", "/'; drop table posts"]) {
      expect(await at(path), path).toBeUndefined();
    }
  });

  it("do not reveal hidden posts", async () => {
    await lead("/secret", await putPost(context, { slug: "secret", status: "UNPUBLISHED" }));
    await lead("/soon", await putPost(context, { slug: "soon", firstPublishedAt: new Date(Date.now() + 60_000) }));
    expect(await at("/secret")).toBeUndefined();
    expect(await at("/soon")).toBeUndefined();
  });

  it("do not form loops", async () => {
    await lead("/blog/back", await putPost(context, { slug: "back" }));
    expect(await at("/blog/back")).toBeUndefined();
  });

  it("do not replace the path of an existing post", async () => {
    const moved = await putPost(context, { slug: "moved" });
    await lead("/blog/name", moved);
    expect(await at("/blog/name")).toBe("/blog/moved");
    await putPost(context, { slug: "name" });
    expect(await at("/blog/name")).toBeUndefined();
  });
});

import type { SiteRequestContext } from "../entry-server.tsx";
import { routes } from "../routes.tsx";
import type { SiteSettings } from "../settings.ts";
import { createBuildFiles } from "./build-manifest.ts";
import { createPages, type PagesOptions } from "./pages.tsx";
import { createStubApi, type StubAnswers } from "./stub-api.ts";

const files = createBuildFiles({
  "src/entry-browser.tsx": { file: "assets/entry.js" },
  "src/blog/post/post-page.tsx": { file: "assets/post.js" },
  "src/messages/de.ts": { file: "assets/de.js" },
  "style.css": { file: "assets/style.css" },
});

/** The pages with an in-memory API, for tests, with their requests and logged errors. */
export function createSiteUnderTest(
  special?: StubAnswers,
  settings: Partial<SiteSettings> = {},
  language?: PagesOptions["language"],
  looks: Pick<SiteRequestContext, "brand" | "links" | "logo"> = {},
  cacheBytes?: number,
) {
  const api = createStubApi(special);
  const faults: unknown[] = [];
  const views: { postId: string; userAgent: string }[] = [];
  const blog = { revision: 1, looks };
  const pages = createPages({
    routes,
    files,
    language,
    cacheBytes,
    settings: {
      publicUrl: "http://localhost:4000",
      apiUrl: "http://localhost:4000",
      clientId: "5a3d0d6e-0000-4000-8000-000000000009",
      siteName: "Lantern <Street>",
      language: "en",
      ...settings,
    },
    onError: (error) => faults.push(error),
  });
  return {
    api,
    faults,
    /** Views of posts on pages that were rendered before. */
    views,
    /** What the server around the site says of the blog; tests change it. */
    blog,
    get(path: string, headers: Record<string, string> = {}, method = "GET") {
      const request = new Request(new URL(path, "http://localhost:4000"), { method, headers });
      return pages.answer(request, {
        api: api.fetch,
        clientAddress: "192.0.2.7",
        ...blog.looks,
        shared: {
          revision: async () => blog.revision,
          recordView: (postId, userAgent) => views.push({ postId, userAgent }),
        },
      });
    },
  };
}

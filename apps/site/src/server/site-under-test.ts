import { routes } from "../routes.tsx";
import { createBuildFiles } from "./build-manifest.ts";
import { createPages, type PagesOptions } from "./pages.tsx";
import { createStubApi, type StubAnswers } from "./stub-api.ts";

const files = createBuildFiles({
  "src/entry-browser.tsx": { file: "assets/entry.js" },
  "src/blog/post-page.tsx": { file: "assets/post.js" },
  "src/german.ts": { file: "assets/german.js" },
  "style.css": { file: "assets/style.css" },
});

/** The pages over an API in memory, for tests: what they answer, what they asked for and what they logged. */
export function createSiteUnderTest(
  special?: StubAnswers,
  settings: { apiUrl?: string; publicUrl?: string; language?: string } = {},
  language?: PagesOptions["language"],
) {
  const api = createStubApi(special);
  const faults: unknown[] = [];
  const pages = createPages({
    routes,
    files,
    language,
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
    get(path: string, headers: Record<string, string> = {}, method = "GET") {
      const request = new Request(new URL(path, "http://localhost:4000"), { method, headers });
      return pages.answer(request, { api: api.fetch, clientAddress: "192.0.2.7" });
    },
  };
}

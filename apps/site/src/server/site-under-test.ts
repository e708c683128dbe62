import type { SiteRequestContext } from "../entry-server.tsx";
import { routes } from "../routes.tsx";
import type { SiteSettings } from "../settings.ts";
import { createBuildFiles } from "./build-manifest.ts";
import { createPages } from "./pages.tsx";
import { type SiteTexts, textsOf } from "./site-texts.ts";
import { createStubApi, type StubAnswers } from "./stub-api.ts";

const files = createBuildFiles({
  "src/entry-browser.tsx": { file: "assets/entry.js" },
  "src/blog/post/post-page.tsx": { file: "assets/post.js" },
  "src/messages/translations/de.json": { file: "assets/de.js" },
  "style.css": { file: "assets/style.css" },
});

const inAnHour = Math.floor(Date.now() / 1000) + 3600;

/** The cookies of a signed-in member. */
export const memberCookie = (expiresAt = inAnHour, refreshToken = "member-refresh", prefix = "") =>
  [
    `${prefix}porchlight_session-sz0000-1=v2~member-access~${expiresAt}~${refreshToken}~member~`,
    `${prefix}porchlight_session_state=sz0000-1~member~`,
  ].join("; ");

/** The pages with an in-memory API, for tests, with their requests and logged errors. */
export function createSiteUnderTest(
  special?: StubAnswers,
  settings: Partial<SiteSettings> = {},
  texts?: SiteTexts,
  looks: Pick<SiteRequestContext, "brand" | "appearance" | "logo" | "isPreview" | "view"> = {},
  cacheBytes?: number,
) {
  const api = createStubApi(special);
  const faults: unknown[] = [];
  const views: { postId: string; userAgent: string }[] = [];
  const blog = { revision: 1, looks };
  const pages = createPages({
    routes,
    files,
    textsOf: texts ? () => texts : textsOf,
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
  const send = (path: string, init: RequestInit) =>
    pages.answer(new Request(new URL(path, "http://localhost:4000"), init), {
      api: api.fetch,
      clientAddress: "192.0.2.7",
      ...blog.looks,
      shared: {
        revision: async () => blog.revision,
        recordView: (postId, userAgent) => views.push({ postId, userAgent }),
      },
    });
  return {
    api,
    faults,
    /** Views of posts on pages that were rendered before. */
    views,
    /** What the server around the site says of the blog; tests change it. */
    blog,
    get: (path: string, headers: Record<string, string> = {}, method = "GET") => send(path, { method, headers }),
    post: (path: string, body: object, headers: Record<string, string>) =>
      send(path, { method: "POST", headers, body: JSON.stringify(body) }),
  };
}

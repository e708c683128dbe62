import type { RouteObject } from "react-router";

/** Together with the page, so that its title and text appear at once. */
const loadEditor = async () => (await import("../editor/load-editor.ts")).loadEditor();

/** The pages of posts. */
export const routes: RouteObject[] = [
  { path: "posts", lazy: () => import("./list/posts-page.tsx") },
  { path: "posts/categories", lazy: () => import("./taxonomy/categories-page.tsx") },
  { path: "posts/tags", lazy: () => import("./taxonomy/tags-page.tsx") },
  { path: "posts/comments", lazy: () => import("./comments/comments-page.tsx") },
  { path: "posts/:id", lazy: async () => (await Promise.all([import("./editor/post-page.tsx"), loadEditor()]))[0] },
  {
    path: "posts/:id/preview",
    lazy: async () => ({ Component: (await import("../editor/preview-page.tsx")).PostPreview }),
  },
  { path: "posts/:id/history", lazy: () => import("./history/history-page.tsx") },
];

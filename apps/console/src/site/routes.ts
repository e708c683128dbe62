import type { RouteObject } from "react-router";

/** Together with the page, so that its title and text appear at once. */
const loadEditor = async () => (await import("../editor/load-editor.ts")).loadEditor();

/** The pages of the section "Site", with its tabs above, and the pages without tabs. */
export const routes: RouteObject[] = [
  {
    path: "site",
    lazy: () => import("./site-layout.tsx"),
    children: [
      { index: true, lazy: () => import("./branding/branding-page.tsx") },
      { path: "navigation", lazy: () => import("./navigation/navigation-page.tsx") },
      { path: "home", lazy: () => import("./home-sections/home-page.tsx") },
      { path: "authors", lazy: () => import("./authors/authors-page.tsx") },
      { path: "pages", lazy: () => import("./pages/pages-page.tsx") },
      { path: "redirects", lazy: () => import("./redirects/redirects-page.tsx") },
      { path: "texts", lazy: () => import("./texts/texts-page.tsx") },
      { path: "mail-log", lazy: () => import("./mail/mail-log-page.tsx") },
      { path: "mail", lazy: () => import("./mail/mail-page.tsx") },
    ],
  },
  { path: "site/pages/:id", lazy: async () => (await Promise.all([import("./pages/page-page.tsx"), loadEditor()]))[0] },
  {
    path: "site/pages/:id/preview",
    lazy: async () => ({ Component: (await import("../editor/preview-page.tsx")).PagePreview }),
  },
  { path: "site/mail/:kind/:language", lazy: () => import("./mail/mail-editor-page.tsx") },
];

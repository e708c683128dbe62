import type { RouteObject } from "react-router";

/** The pages of collections and their items. */
export const routes: RouteObject[] = [
  { path: "collections", lazy: () => import("../collections/collections-page.tsx") },
  {
    path: "collections/:id",
    lazy: () => import("../collections/collection-layout.tsx"),
    children: [
      { index: true, lazy: () => import("./items-page.tsx") },
      { path: "items/new", lazy: () => import("./item-page.tsx") },
      { path: "items/:itemId", lazy: () => import("./item-page.tsx") },
      { path: "import", lazy: () => import("./import/import-page.tsx") },
      { path: "fields", lazy: () => import("../collections/fields-page.tsx") },
      { path: "access", lazy: () => import("../collections/access-page.tsx") },
      { path: "indexes", lazy: () => import("../collections/indexes-page.tsx") },
      { path: "hooks", lazy: () => import("../collections/hooks-page.tsx") },
    ],
  },
];

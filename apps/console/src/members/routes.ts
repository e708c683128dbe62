import type { RouteObject } from "react-router";

/** The pages of members. */
export const routes: RouteObject[] = [
  { path: "members", lazy: () => import("./members-page.tsx") },
  { path: "members/import", lazy: () => import("./import-page.tsx") },
  { path: "members/:id", lazy: () => import("./member-page.tsx") },
  { path: "members/:id/view", lazy: () => import("./view-page.tsx") },
  { path: "members/:id/edit", lazy: () => import("./edit-page.tsx") },
];

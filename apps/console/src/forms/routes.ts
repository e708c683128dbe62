import type { RouteObject } from "react-router";

/** The pages of forms and their submissions. */
export const routes: RouteObject[] = [
  { path: "forms", lazy: () => import("./forms-page.tsx") },
  { path: "forms/:id/build", lazy: () => import("./builder/builder-page.tsx") },
  { path: "forms/inbox", lazy: () => import("./inbox-page.tsx") },
];

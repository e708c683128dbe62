import type { RouteObject } from "react-router";

/** The media library. */
export const routes: RouteObject[] = [{ path: "media", lazy: () => import("./media-page.tsx") }];

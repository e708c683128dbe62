import type { RouteObject } from "react-router";
import { AccessLayout } from "./access/access-layout.tsx";
import { Layout } from "./shell/layout.tsx";
import { NotFoundPage, ProblemPage } from "./shell/problem-page.tsx";

/** The pages of the console, each with its own script. */
export const routes: RouteObject[] = [
  {
    element: <AccessLayout />,
    errorElement: <ProblemPage />,
    children: [
      { path: "setup", lazy: () => import("./access/setup-page.tsx") },
      { path: "sign-in", lazy: () => import("./access/sign-in-page.tsx") },
      { path: "forgot-password", lazy: () => import("./access/forgot-password-page.tsx") },
      { path: "reset-password", lazy: () => import("./access/reset-password-page.tsx") },
      { path: "callback", lazy: () => import("./access/callback-page.tsx") },
    ],
  },
  {
    element: <Layout />,
    errorElement: <ProblemPage />,
    children: [
      { index: true, lazy: () => import("./shell/home-page.tsx") },
      { path: "members", lazy: () => import("./members/members-page.tsx") },
      { path: "members/:id", lazy: () => import("./members/member-page.tsx") },
      { path: "staff", lazy: () => import("./staff/staff-page.tsx") },
      { path: "account", lazy: () => import("./access/account-page.tsx") },
      { path: "*", element: <NotFoundPage /> },
    ],
  },
];

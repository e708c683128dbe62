import type { RouteObject } from "react-router";
import { AccessLayout } from "./access/access-layout.tsx";
import { Layout } from "./shell/layout.tsx";
import { NotFoundPage, ProblemPage } from "./shell/problem-page.tsx";

async function signInPage(name: Exclude<keyof typeof import("./access/sign-in-pages.tsx"), "default">) {
  return { Component: (await import("./access/sign-in-pages.tsx"))[name] };
}

/** The pages of the console, each with its own script. */
export const routes: RouteObject[] = [
  {
    element: <AccessLayout />,
    errorElement: <ProblemPage />,
    children: [
      { path: "setup", lazy: () => import("./access/setup-page.tsx") },
      { path: "sign-in", lazy: () => signInPage("SignInPage") },
      { path: "forgot-password", lazy: () => signInPage("ForgotPasswordPage") },
      { path: "reset-password", lazy: () => signInPage("ResetPasswordPage") },
      { path: "callback", lazy: () => signInPage("CallbackPage") },
    ],
  },
  {
    element: <Layout />,
    errorElement: <ProblemPage />,
    children: [
      { index: true, lazy: () => import("./shell/home-page.tsx") },
      { path: "posts", lazy: () => import("./posts/posts-page.tsx") },
      { path: "posts/:id", lazy: () => import("./posts/post-page.tsx") },
      { path: "members", lazy: () => import("./members/members-page.tsx") },
      { path: "members/import", lazy: () => import("./members/import-page.tsx") },
      { path: "members/:id", lazy: () => import("./members/member-page.tsx") },
      { path: "staff", lazy: () => import("./staff/staff-page.tsx") },
      { path: "account", lazy: () => import("./access/account-page.tsx") },
      { path: "*", element: <NotFoundPage /> },
    ],
  },
];

import type { RouteObject } from "react-router";
import { AccessLayout } from "./access/access-layout.tsx";
import { routes as formRoutes } from "./forms/routes.ts";
import { routes as collectionRoutes } from "./items/routes.ts";
import { routes as mediaRoutes } from "./media/routes.ts";
import { routes as memberRoutes } from "./members/routes.ts";
import { routes as postRoutes } from "./posts/routes.ts";
import { routes as settingsRoutes } from "./settings/routes.ts";
import { ErrorPage, NotFoundPage } from "./shell/error-page.tsx";
import { routes as siteRoutes } from "./site/routes.ts";
import { loadSignInTexts } from "./texts/text.ts";

async function signInPage(name: Exclude<keyof typeof import("./access/sign-in-pages.tsx"), "default">) {
  return { Component: (await import("./access/sign-in-pages.tsx"))[name] };
}

/** Pages whose modules are evaluated after `prepare` has loaded what they need. */
function preparedPages(routes: readonly RouteObject[], prepare: () => Promise<unknown>): RouteObject[] {
  return routes.map((route): RouteObject => {
    const { lazy, children } = route;
    if (typeof lazy !== "function") return route;
    const load = async () => {
      await prepare();
      return lazy();
    };
    return { ...route, lazy: load, ...(children && { children: preparedPages(children, prepare) }) } as RouteObject;
  });
}

/** The pages of the console, each with its own script. */
export const createRoutes = (prepare: () => Promise<unknown>): RouteObject[] => [
  {
    element: <AccessLayout />,
    errorElement: <ErrorPage />,
    children: preparedPages(
      [
        { path: "setup", lazy: () => import("./access/setup-page.tsx") },
        { path: "sign-in", lazy: () => signInPage("SignInPage") },
        { path: "forgot-password", lazy: () => signInPage("ForgotPasswordPage") },
        { path: "reset-password", lazy: () => import("./access/reset-password-page.tsx") },
        { path: "callback", lazy: () => signInPage("CallbackPage") },
      ],
      loadSignInTexts,
    ),
  },
  {
    lazy: async () => ({ Component: (await import("./shell/layout.tsx")).Layout }),
    errorElement: <ErrorPage />,
    children: [
      { index: true, lazy: () => import("./home/home-page.tsx") },
      ...preparedPages(
        [
          ...postRoutes,
          ...mediaRoutes,
          ...collectionRoutes,
          ...formRoutes,
          ...memberRoutes,
          ...siteRoutes,
          { path: "staff", lazy: () => import("./staff/staff-page.tsx") },
          ...settingsRoutes,
          {
            path: "welcome",
            lazy: async () => ({ Component: (await import("./access/account-page.tsx")).WelcomePage }),
          },
          { path: "account", lazy: () => import("./access/account-page.tsx") },
        ],
        prepare,
      ),
      { path: "*", element: <NotFoundPage /> },
    ],
  },
];

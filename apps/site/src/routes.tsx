import contentStyles from "@porchlight/react/styles/content.css?url";
import { data, type RouteObject } from "react-router";
import { callbackLoader, startLoader } from "./auth/hosted-sign-in.ts";
import { Layout } from "./shell/layout.tsx";
import { ProblemPage } from "./shell/problem-page.tsx";
import { authScreenLoader } from "./shell/return-to.ts";
import blogStyles from "./styles/blog.css?url";
import postStyles from "./styles/post.css?url";

/** What the server needs to know about a route. */
export interface RouteHandle {
  /** Source file of the page, as in the build's manifest. */
  readonly module: string;
  /** Whether the page is equal for all visitors until the blog or a page changes, so that the server may cache it. */
  readonly isShared?: boolean;
  /** Whether the page shows drafts: never stored, and framed by the console. */
  readonly isPreview?: boolean;
}

const homePage = () => import("./blog/home/home-page.tsx");

async function blogListPage() {
  const { BlogListPage: Component, blogListLoader: loader } = await import("./blog/list/blog-list-page.tsx");
  return { Component, loader };
}

async function categoryPage() {
  const { BlogListPage: Component, categoryLoader: loader } = await import("./blog/list/blog-list-page.tsx");
  return { Component, loader };
}

async function tagPage() {
  const { BlogListPage: Component, tagLoader: loader } = await import("./blog/list/blog-list-page.tsx");
  return { Component, loader };
}

async function authorPage() {
  const { BlogListPage: Component, authorLoader: loader } = await import("./blog/list/blog-list-page.tsx");
  return { Component, loader };
}

const archivePage = () => import("./blog/archive/archive-page.tsx");

const postPage = () => import("./blog/post/post-page.tsx");

/** Prefetches the reading pages with their styles, about 18 kB, so that a click only waits for data. */
export async function prefetchReadingPages(): Promise<void> {
  const styles = [blogStyles, contentStyles, postStyles];
  await Promise.all([homePage(), blogListPage(), archivePage(), postPage(), ...styles.map((url) => fetch(url))]);
}

/** The site's pages. Each has its own script, which the server preloads on the page that needs it. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      {
        // Inside the layout, so that an error page keeps header and footer.
        errorElement: <ProblemPage />,
        children: [
          {
            index: true,
            lazy: homePage,
            handle: { module: "src/blog/home/home-page.tsx", isShared: true } satisfies RouteHandle,
          },
          {
            path: "blog",
            lazy: blogListPage,
            handle: { module: "src/blog/list/blog-list-page.tsx", isShared: true } satisfies RouteHandle,
          },
          {
            path: "blog/category/:slug",
            lazy: categoryPage,
            handle: { module: "src/blog/list/blog-list-page.tsx", isShared: true } satisfies RouteHandle,
          },
          {
            path: "blog/tag/:slug",
            lazy: tagPage,
            handle: { module: "src/blog/list/blog-list-page.tsx", isShared: true } satisfies RouteHandle,
          },
          {
            path: "blog/author/:name",
            lazy: authorPage,
            handle: { module: "src/blog/list/blog-list-page.tsx", isShared: true } satisfies RouteHandle,
          },
          {
            path: "blog/archive/:year/:month",
            lazy: archivePage,
            handle: { module: "src/blog/archive/archive-page.tsx", isShared: true } satisfies RouteHandle,
          },
          {
            path: "blog/:slug",
            lazy: postPage,
            handle: { module: "src/blog/post/post-page.tsx", isShared: true } satisfies RouteHandle,
          },
          {
            path: "preview",
            lazy: () => import("./blog/post/preview-page.tsx"),
            handle: { module: "src/blog/post/preview-page.tsx", isPreview: true } satisfies RouteHandle,
          },
          {
            path: "search",
            lazy: () => import("./blog/search/search-page.tsx"),
            handle: { module: "src/blog/search/search-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "collections/*",
            lazy: () => import("./data/collection-pages.tsx"),
            handle: { module: "src/data/collection-pages.tsx" } satisfies RouteHandle,
          },
          {
            path: "forms/:id",
            lazy: () => import("./forms/form-page.tsx"),
            handle: { module: "src/forms/form-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "members",
            lazy: () => import("./members/directory/directory-page.tsx"),
            handle: { module: "src/members/directory/directory-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "members/:slug",
            lazy: () => import("./members/directory/profile-page.tsx"),
            handle: { module: "src/members/directory/profile-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "sign-in",
            loader: authScreenLoader,
            lazy: () => import("./auth/sign-in-page.tsx"),
            handle: { module: "src/auth/sign-in-page.tsx" } satisfies RouteHandle,
          },
          { path: "sign-in/start", loader: startLoader, element: null },
          {
            path: "sign-up",
            loader: authScreenLoader,
            lazy: () => import("./auth/sign-up-page.tsx"),
            handle: { module: "src/auth/sign-up-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "verify-email",
            loader: authScreenLoader,
            lazy: () => import("./auth/verify-email-page.tsx"),
            handle: { module: "src/auth/verify-email-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "forgot-password",
            lazy: () => import("./auth/forgot-password-page.tsx"),
            handle: { module: "src/auth/forgot-password-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "reset-password",
            lazy: () => import("./auth/reset-password-page.tsx"),
            handle: { module: "src/auth/reset-password-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "pending",
            loader: authScreenLoader,
            lazy: () => import("./auth/pending-page.tsx"),
            handle: { module: "src/auth/pending-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "auth/callback",
            loader: callbackLoader,
            lazy: () => import("./auth/callback-page.tsx"),
            handle: { module: "src/auth/callback-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "account/welcome",
            lazy: () => import("./members/welcome-page.tsx"),
            handle: { module: "src/members/welcome-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "sign-out",
            lazy: () => import("./auth/sign-out-page.tsx"),
            handle: { module: "src/auth/sign-out-page.tsx" } satisfies RouteHandle,
          },
          ...["account", "account/info"].map((path) => ({
            path,
            lazy: () => import("./members/account-page.tsx"),
            handle: { module: "src/members/account-page.tsx" } satisfies RouteHandle,
          })),
          {
            path: "account/:section",
            lazy: () => import("./members/membership-page.tsx"),
            handle: { module: "src/members/membership-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "account-deleted",
            lazy: () => import("./members/account-deleted-page.tsx"),
            handle: { module: "src/members/account-deleted-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "account/security",
            lazy: () => import("./members/security-page.tsx"),
            handle: { module: "src/members/security-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "account/newsletter",
            lazy: () => import("./members/newsletter-page.tsx"),
            handle: { module: "src/members/newsletter-page.tsx" } satisfies RouteHandle,
          },
          {
            path: "account/sessions",
            lazy: () => import("./members/sessions-page.tsx"),
            handle: { module: "src/members/sessions-page.tsx" } satisfies RouteHandle,
          },
          {
            path: ":slug",
            lazy: () => import("./blog/page/site-page.tsx"),
            handle: { module: "src/blog/page/site-page.tsx", isShared: true } satisfies RouteHandle,
          },
          {
            path: "*",
            loader: () => {
              throw data(null, { status: 404 });
            },
            element: null,
          },
        ],
      },
    ],
  },
];

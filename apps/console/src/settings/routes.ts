import { createElement } from "react";
import type { RouteObject } from "react-router";

/** Paths of `settingPages`, which load with the first page of settings. */
const settingPaths = ["sign-in", "factors", "captcha", "members", "content", "checkout"] as const;

async function settingsPage(path: string) {
  const [{ SettingsPage }, { settingPages }] = await Promise.all([
    import("./settings-page.tsx"),
    import("./setting-pages.ts"),
  ]);
  const page = settingPages.find((one) => one.path === path)!;
  return { Component: () => createElement(SettingsPage, { page }) };
}

/** The pages of the settings. */
export const routes: RouteObject[] = [
  { path: "settings", lazy: () => import("./overview-page.tsx") },
  { path: "settings/apps", lazy: () => import("./integrations/apps-page.tsx") },
  { path: "settings/api-keys", lazy: () => import("./integrations/api-keys-page.tsx") },
  { path: "settings/webhooks", lazy: () => import("./integrations/webhooks-page.tsx") },
  { path: "settings/deliveries", lazy: () => import("./integrations/deliveries-page.tsx") },
  { path: "settings/backups", lazy: () => import("./operation/backups-page.tsx") },
  { path: "settings/jobs", lazy: () => import("./operation/jobs-page.tsx") },
  { path: "settings/health", lazy: () => import("./operation/health-page.tsx") },
  { path: "settings/audit-log", lazy: () => import("./operation/audit-page.tsx") },
  ...settingPaths.map((path) => ({ path: `settings/${path}`, lazy: () => settingsPage(path) })),
];

import { type LoaderFunctionArgs, replace } from "react-router";
import { isMemberContext } from "../site.ts";

/** URL of the sign-in page that returns to `path`. */
export const signInHref = (path: string): string => withReturnTo("/sign-in", path);

/** Path of the newsletter page. */
export const newsletterPath = "/account/newsletter";

const authScreens = [
  "/sign-in",
  "/sign-up",
  "/verify-email",
  "/forgot-password",
  "/reset-password",
  "/pending",
  "/sign-out",
  "/auth/callback",
  "/account/welcome",
];

/**
 * Where to go after signing in: a path of this site with query and fragment, or `fallback`.
 *
 * Rejects everything that a browser could resolve to another origin, and the authentication screens themselves.
 *
 * @param value `returnTo` of the URL.
 */
export function safeReturnTo(value: string | null | undefined, fallback = "/"): string {
  if (!value?.startsWith("/")) return fallback;
  const origin = "https://site.invalid";
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    return fallback;
  }
  // `/..//host` stays on the origin while parsed, but leaves it when its path is used as a URL again.
  if (url.origin !== origin || url.pathname.startsWith("//")) return fallback;
  if (authScreens.some((screen) => url.pathname === screen || url.pathname.startsWith(`${screen}/`))) return fallback;
  return url.pathname + url.search + url.hash;
}

/** URL of an authentication screen that returns to `path`; omitted for the home page. */
export function withReturnTo(screen: string, path: string): string {
  const target = safeReturnTo(path);
  return target === "/" ? screen : `${screen}?returnTo=${encodeURIComponent(target)}`;
}

/** Hosted pages on which a browser without scripts continues. */
export const hostedPages = ["login", "sign-up", "forgot"] as const;

const hostedPageOf: Readonly<Record<string, (typeof hostedPages)[number]>> = {
  "/sign-in": "login",
  "/sign-up": "sign-up",
  "/forgot-password": "forgot",
  "/verify-email": "login",
  "/reset-password": "forgot",
  "/auth/callback": "login",
};

/** URL at which a browser without scripts continues from an authentication screen, if it has to. */
export function hostedStartHref(screen: string, search: string): string | undefined {
  const page = hostedPageOf[screen];
  if (!page) return undefined;
  const returnTo = safeReturnTo(new URLSearchParams(search).get("returnTo"));
  return `/sign-in/start?${new URLSearchParams({ page, returnTo })}`;
}

/** Redirects members to their return URL, replacing this history entry: going back would redirect again. */
export function authScreenLoader({ request, context }: LoaderFunctionArgs): null {
  if (context.get(isMemberContext)()) {
    throw replace(safeReturnTo(new URL(request.url).searchParams.get("returnTo")));
  }
  return null;
}

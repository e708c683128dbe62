import { type LoaderFunctionArgs, replace } from "react-router";
import { isMemberContext } from "../site.ts";

/** Where to sign in, and come back to `path`. */
export const signInHref = (path: string): string => withReturnTo("/sign-in", path);

const authScreens = [
  "/sign-in",
  "/sign-up",
  "/verify-email",
  "/forgot-password",
  "/reset-password",
  "/pending",
  "/sign-out",
  "/auth/callback",
];

/**
 * Where to go after signing in: a path of this site with its query and fragment, or `fallback`.
 *
 * Refuses everything that a browser could read as another origin, and the sign-in screens themselves.
 *
 * @param value `returnTo` as it came in the address.
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
  // `/..//host` stays on the origin while being parsed and leaves it when its path is used as an address again.
  if (url.origin !== origin || url.pathname.startsWith("//")) return fallback;
  if (authScreens.some((screen) => url.pathname === screen || url.pathname.startsWith(`${screen}/`))) return fallback;
  return url.pathname + url.search + url.hash;
}

/** Address of a sign-in screen that comes back to `path`; the home page needs no mention. */
export function withReturnTo(screen: string, path: string): string {
  const target = safeReturnTo(path);
  return target === "/" ? screen : `${screen}?returnTo=${encodeURIComponent(target)}`;
}

/** Sends who is signed in already on to where they wanted to go. Takes this screen out of the history: it would send on whoever goes back. */
export function authScreenLoader({ request, context }: LoaderFunctionArgs): null {
  if (context.get(isMemberContext)()) {
    throw replace(safeReturnTo(new URL(request.url).searchParams.get("returnTo")));
  }
  return null;
}

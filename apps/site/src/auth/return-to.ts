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

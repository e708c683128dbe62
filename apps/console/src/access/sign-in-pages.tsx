import { AuthCallback, ForgotPassword, SignIn, useSession } from "@porchlight/react";
import { Navigate, useSearchParams } from "react-router";

const signInHref = "/admin/sign-in";

/** A page of the console, or its home page. */
function safePath(text: string | null): string {
  const url = URL.parse(text ?? "", location.origin);
  if (url?.origin !== location.origin || !url.pathname.startsWith("/admin/")) return "/admin/";
  // Without the base path, two slashes would start the name of a host.
  return url.pathname.replace(/\/{2,}/g, "/") + url.search;
}

/** Sign-in with a password or passkey, and a second factor. */
export function SignInPage() {
  const [parameters] = useSearchParams();
  const { role } = useSession();
  const returnTo = safePath(parameters.get("returnTo"));
  if (role === "member") return <Navigate to={returnTo.slice("/admin".length)} replace />;
  return <SignIn redirectTo={returnTo} forgotPasswordHref="/admin/forgot-password" />;
}

/** Requests a link to set a new password. */
export const ForgotPasswordPage = () => <ForgotPassword signInHref={signInHref} />;

/** Returns from a sign-in in a window of its own, where frames are blocked. */
export const CallbackPage = () => <AuthCallback signInHref={signInHref} />;

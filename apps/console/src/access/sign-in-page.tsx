import { SignIn, useSession } from "@porchlight/react";
import { Navigate, useSearchParams } from "react-router";

/** A path of the console, or its home page. */
function safePath(text: string | null): string {
  const url = URL.parse(text ?? "", location.origin);
  return url?.origin === location.origin && url.pathname.startsWith("/admin/") ? url.pathname + url.search : "/admin/";
}

function SignInPage() {
  const [parameters] = useSearchParams();
  const { role } = useSession();
  const returnTo = safePath(parameters.get("returnTo"));
  if (role === "member") return <Navigate to={returnTo.slice("/admin".length)} replace />;
  return <SignIn redirectTo={returnTo} forgotPasswordHref="/admin/forgot-password" />;
}

export { SignInPage as Component };

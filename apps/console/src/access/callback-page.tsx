import { AuthCallback } from "@porchlight/react";

const CallbackPage = () => <AuthCallback signInHref={() => "/admin/sign-in"} />;

export { CallbackPage as Component };

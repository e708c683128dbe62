import { ForgotPassword } from "@porchlight/react";

const ForgotPasswordPage = () => <ForgotPassword signInHref="/admin/sign-in" />;

export { ForgotPasswordPage as Component };

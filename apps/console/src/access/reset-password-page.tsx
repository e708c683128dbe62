import { ResetPassword } from "@porchlight/react";

const ResetPasswordPage = () => <ResetPassword redirectTo="/admin/" signInHref="/admin/sign-in" />;

export { ResetPasswordPage as Component };

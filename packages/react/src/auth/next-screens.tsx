import { type ComponentType, lazy } from "react";
import { Notice } from "../ui/notice.tsx";
import { AuthCard, useAuthTexts } from "./auth-screen.tsx";
import type { PendingApprovalProps } from "./pending-approval.tsx";
import type { VerifyEmailProps } from "./verify-email.tsx";

// What only some sign-ins go on to is fetched when it is needed: the form keeps standing until it is there.

/** {@link import("./verify-email.tsx").VerifyEmail}, fetched when first shown. */
export const NextVerifyEmail = lazy(() =>
  import("./verify-email.tsx").then<Screen<VerifyEmailProps>>(({ VerifyEmail }) => ({ default: VerifyEmail }), missing),
);

/** {@link import("./pending-approval.tsx").PendingApproval}, fetched when first shown. */
export const NextPendingApproval = lazy(() =>
  import("./pending-approval.tsx").then<Screen<PendingApprovalProps>>(
    ({ PendingApproval }) => ({ default: PendingApproval }),
    missing,
  ),
);

interface Screen<Props> {
  default: ComponentType<Props>;
}

// A page must not break where the network does: what was sent is kept, and signing in again leads here.
function missing(): { default: typeof MissingScreen } {
  return { default: MissingScreen };
}

function MissingScreen({ messages, appearance, headingLevel = 1 }: VerifyEmailProps & PendingApprovalProps) {
  const text = useAuthTexts(messages);
  return (
    <AuthCard screen="missing" title={text("auth.signIn.title")} headingLevel={headingLevel} appearance={appearance}>
      <Notice kind="danger" role="alert" appearance={appearance}>
        {text("auth.error.unreachable")}
      </Notice>
    </AuthCard>
  );
}

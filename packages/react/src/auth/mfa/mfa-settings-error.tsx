import type { Appearance } from "../../ui/appearance.ts";
import { AccountErrorNotice } from "../form/account-error-notice.tsx";
import { isCompleteSentence } from "../form/account-errors.ts";
import type { AuthTexts } from "../form/auth-screen.tsx";
import type { AuthError } from "../form/form-error.ts";

interface StepFailureProps {
  text: AuthTexts;
  failure: AuthError;
  appearance: Appearance | undefined;
}

/** Why something about the second steps was not done. */
export function MfaSettingsError({ text, failure, appearance }: StepFailureProps) {
  return (
    <AccountErrorNotice
      {...{ text, failure, appearance }}
      sentence={(reason) => (isCompleteSentence(failure) ? reason : text("security.steps.notDone", { reason }))}
    />
  );
}

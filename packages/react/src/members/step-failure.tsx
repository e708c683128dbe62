import type { AuthTexts } from "../auth/auth-screen.tsx";
import type { AuthFailure } from "../auth/issue.ts";
import type { Appearance } from "../ui/appearance.ts";
import { isWholeSentence } from "./change-failures.ts";
import { ChangeNotice } from "./change-notice.tsx";

interface StepFailureProps {
  text: AuthTexts;
  failure: AuthFailure;
  appearance: Appearance | undefined;
}

/** Why something about the second steps was not done. */
export function StepFailure({ text, failure, appearance }: StepFailureProps) {
  return (
    <ChangeNotice
      {...{ text, failure, appearance }}
      sentence={(reason) => (isWholeSentence(failure) ? reason : text("security.steps.notDone", { reason }))}
    />
  );
}

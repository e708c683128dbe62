import type { AccountSectionProps } from "../account-section.tsx";
import type { Reauthentication } from "./use-reauthentication.ts";

interface ProofQuestionProps extends Pick<AccountSectionProps, "appearance" | "messages"> {
  proof: Reauthentication;
}

/** Asks for the proof while the server wants it. */
export function ReauthenticationPrompt({
  proof: { prompt: question, complete: answer },
  ...props
}: ProofQuestionProps) {
  return question && <question.Dialog {...props} refusal={question.refusal} onDone={answer} />;
}

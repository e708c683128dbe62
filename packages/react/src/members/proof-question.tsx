import type { AccountBlockProps } from "./account-block.tsx";
import type { Proof } from "./use-proof.ts";

interface ProofQuestionProps extends Pick<AccountBlockProps, "appearance" | "messages"> {
  proof: Proof;
}

/** Asks for the proof while the server wants it. */
export function ProofQuestion({ proof: { question, answer }, ...props }: ProofQuestionProps) {
  return question && <question.Dialog {...props} refusal={question.refusal} onDone={answer} />;
}

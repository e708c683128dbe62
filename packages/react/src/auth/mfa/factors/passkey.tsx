import passkeyStep from "@porchlight/contract/texts/en/passkey-step.json" with { type: "json" };
import { useEffect } from "react";
import { useTexts } from "../../../texts/use-texts.ts";
import type { AuthTexts } from "../../form/auth-screen.tsx";
import type { AuthTextKey } from "../../form/form-error.ts";
import { type MethodScreenProps, MfaForm, useMfaForm } from "../challenge-form.tsx";

const passkeyWords: Partial<Record<AuthTextKey, string>> = passkeyStep;

/** MFA with a passkey. The browser's prompt opens only on a click. */
export function MfaPasskey(props: MethodScreenProps) {
  const { text, step, messages } = props;
  const about: AuthTexts = useTexts(passkeyWords, messages);
  const form = useMfaForm(props, {});
  const { ref } = form.formProps;
  const { error } = step;
  useEffect(() => {
    if (!error) ref.current?.querySelector<HTMLElement>("button[type=submit]")?.focus();
  }, [error, ref]);
  return (
    <MfaForm
      {...props}
      form={form}
      lead={about("passkey.step.lead")}
      label={about("passkey.step.use")}
      pendingLabel={about("passkey.step.waiting")}
      problemText={error?.key.startsWith("passkey.") ? about : text}
    />
  );
}

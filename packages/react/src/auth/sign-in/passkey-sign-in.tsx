import passkey from "@porchlight/contract/texts/en/passkey.json" with { type: "json" };
import { useEffect, useRef } from "react";
import { usePorchlight } from "../../provider.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import type { AuthFormSnapshot } from "../form/auth-form-store.ts";
import { type AuthScreenProps, type AuthTexts, ErrorNotice } from "../form/auth-screen.tsx";
import type { AuthTextKey } from "../form/form-error.ts";
import type { SignInResult } from "../member-client.ts";
import type { useSignIn } from "./use-sign-in.ts";

const english: Partial<Record<AuthTextKey, string>> = passkey;

export interface PasskeySignInProps extends Pick<AuthScreenProps, "appearance" | "messages"> {
  signIn: Pick<ReturnType<typeof useSignIn>, "submit" | "reset">;
  /** The state that the form shows. */
  attempt: AuthFormSnapshot;
}

/** The passkey button, its errors, and the passkey autofill of the email field. */
export function PasskeySignIn({ signIn, attempt, appearance, messages }: PasskeySignInProps) {
  const text: AuthTexts = useTexts(english, messages);
  const isBusy = attempt.isPending || attempt.state === "SUCCESS";
  const submit = async (passkey: Parameters<typeof signIn.submit>[0]) => {
    if (isBusy) return attempt.state;
    // A captcha for the password does not apply to passkeys.
    signIn.reset();
    return signIn.submit(passkey);
  };
  usePasskeyAutofill((choose) => submit({ passkey: choose }));
  return (
    <div className="site-passkey">
      {isAboutPasskey(attempt) && <ErrorNotice {...{ text, appearance }} links={{}} failure={attempt.error} />}
      <Button
        {...part("passkey", "site-passkey-button", appearance)}
        isWide
        aria-disabled={isBusy || undefined}
        onClick={() => void submit({ passkey: "ask" })}
      >
        {text("passkey.signIn.use")}
      </Button>
    </div>
  );
}

const isAboutPasskey = (
  attempt: AuthFormSnapshot,
): attempt is AuthFormSnapshot & { error: NonNullable<AuthFormSnapshot["error"]> } =>
  attempt.error?.key.startsWith("passkey.") ?? false;

/** The browser offers passkeys in the email field; errors before a choice are ignored. */
function usePasskeyAutofill(submit: (choose: () => Promise<SignInResult>) => Promise<string>): void {
  const { passkeys } = usePorchlight().client;
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    (async () => {
      for (;;) {
        const choice = await passkeys?.passkeyAutofill({ signal });
        if (!choice || signal.aborted || (await latest.current(choice.signIn)) !== "FAILURE") return;
      }
    })().catch(() => undefined);
    return () => controller.abort();
  }, [passkeys]);
}

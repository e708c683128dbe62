import { useEffect, useState, useSyncExternalStore } from "react";
import { usePorchlight } from "../../provider.tsx";
import type { AuthFormSnapshot, AuthState } from "../form/auth-form-store.ts";
import type { CaptchaPurpose } from "../member-client.ts";
import { createCaptchaGate } from "./captcha-gate.ts";
import type { CaptchaChallenge } from "./captcha-types.ts";

/** What a form has beside the rest where a captcha may be asked for. */
export interface WithCaptcha {
  /** There while the form waits for it: hand it to `Captcha`. */
  captcha: CaptchaChallenge | undefined;
}

interface Guarded extends AuthFormSnapshot {
  /** Takes whatever the form takes: nothing is sent from here but what its caller hands in. */
  submit(params: never): Promise<unknown>;
  reset(): void;
}

/** The captcha of one form. It is given up when the form is left. */
export function useCaptcha(purpose: CaptchaPurpose, onState?: (state: AuthState) => void) {
  const { client } = usePorchlight();
  const [gate] = useState(() => createCaptchaGate(client.captcha, purpose));
  const captcha = useSyncExternalStore(gate.subscribe, gate.getSnapshot, () => undefined);
  const isSilent = captcha?.kind === "silent";
  useEffect(() => gate.clear, [gate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, to whoever listens then
  useEffect(() => {
    if (isSilent) onState?.("SILENT_CAPTCHA_REQUIRED");
  }, [isSilent]);

  /** A refusal is no failure while there is a captcha to pass. */
  const toState = <State>(state: State) =>
    state === "FAILURE" && gate.getSnapshot() ? "USER_CAPTCHA_REQUIRED" : state;
  return {
    guard: gate.guard,
    onState: onState && ((state: AuthState) => onState(toState(state))),
    /** The form as the captcha has it. */
    show: <Form extends Guarded>(form: Form): Form & WithCaptcha => ({
      ...form,
      ...(captcha && { state: isSilent ? "SILENT_CAPTCHA_REQUIRED" : toState(form.state), error: null }),
      captcha,
      submit: async (params: never) => toState(await form.submit(params)),
      reset() {
        gate.clear();
        form.reset();
      },
    }),
  };
}

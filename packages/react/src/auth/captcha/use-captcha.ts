import { useEffect, useState, useSyncExternalStore } from "react";
import { usePorchlight } from "../../provider.tsx";
import type { AuthFormSnapshot, AuthState } from "../form/auth-form-store.ts";
import type { CaptchaPurpose } from "../member-client.ts";
import { createCaptchaGate } from "./captcha-gate.ts";
import type { CaptchaChallenge } from "./captcha-types.ts";

/** The captcha of a form's state. */
export interface WithCaptcha {
  /** Set while the form requires a captcha; pass it to `Captcha`. */
  captcha: CaptchaChallenge | undefined;
}

interface Guarded extends AuthFormSnapshot {
  submit(params: never): Promise<unknown>;
  reset(): void;
}

/** The captcha of one form, aborted on unmount. */
export function useCaptcha(purpose: CaptchaPurpose, onState?: (state: AuthState) => void) {
  const { client } = usePorchlight();
  const [gate] = useState(() => createCaptchaGate(client.captcha, purpose));
  const captcha = useSyncExternalStore(gate.subscribe, gate.getSnapshot, () => undefined);
  const isSilent = captcha?.kind === "silent";
  useEffect(() => gate.clear, [gate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per silent captcha
  useEffect(() => {
    if (isSilent) onState?.("SILENT_CAPTCHA_REQUIRED");
  }, [isSilent]);

  /** A rejection that requires a captcha is not a failure. */
  const toState = <State>(state: State) =>
    state === "FAILURE" && gate.getSnapshot() ? "USER_CAPTCHA_REQUIRED" : state;
  return {
    guard: gate.guard,
    gate,
    captcha,
    onState: onState && ((state: AuthState) => onState(toState(state))),
    /** The form's state with the captcha's. */
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

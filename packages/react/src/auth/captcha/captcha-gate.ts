import type { CaptchaPurpose, CaptchaTokens, MemberClient } from "../member-client.ts";
import type { CaptchaChallenge, CaptchaGate } from "./captcha-types.ts";

export function createCaptchaGate(captcha: MemberClient["captcha"], purpose: CaptchaPurpose): CaptchaGate {
  let notify: (() => void) | undefined;
  let step: CaptchaChallenge | undefined;
  let given: CaptchaTokens | undefined;
  let run = new AbortController();
  const gate: CaptchaGate = {
    captcha,
    purpose,
    getSnapshot: () => step,
    subscribe(listener) {
      notify = listener;
      return () => {
        notify = undefined;
      };
    },
    setTokens(tokens) {
      given = tokens;
    },
    request(next) {
      if (next === step) return;
      step = next && { ...next, purpose, setTokens: gate.setTokens };
      notify?.();
    },
    signal: () => run.signal,
    clear() {
      run.abort();
      run = new AbortController();
      given = undefined;
      gate.request();
    },
    async guard<Answer>(send: (tokens: CaptchaTokens | undefined) => Promise<Answer>) {
      const shown = given;
      given = undefined;
      const { signal } = run;
      let response: unknown;
      try {
        response = await send(shown);
      } catch (error) {
        response = error;
      }
      // Checked by shape: the error may come from another copy of the client.
      if (captcha && (response as { kind?: unknown } | undefined)?.kind === "captcha")
        return (await import("./handle-captcha-request.ts")).handleCaptchaRequest(gate, {
          response,
          shown,
          signal,
          send,
        });
      if (!signal.aborted) gate.request();
      if (response instanceof Error) throw response;
      return response as Answer;
    },
  };
  return gate;
}

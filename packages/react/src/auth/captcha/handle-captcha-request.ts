import { asRecord } from "../form/auth-errors.ts";
import type { CaptchaTokens } from "../member-client.ts";
import type { CaptchaGate } from "./captcha-types.ts";

interface RejectedForm<Answer> {
  /** The result or error that requires a captcha. */
  response: unknown;
  /** The tokens sent with the form. */
  shown: CaptchaTokens | undefined;
  signal: AbortSignal;
  send(tokens: CaptchaTokens | undefined): Promise<Answer>;
}

/**
 * Handles a form rejected for lack of a captcha: retries once with a silent captcha if that may suffice, then requests
 * a visible one, after which the person submits again.
 */
export async function handleCaptchaRequest<Answer>(
  gate: CaptchaGate,
  { response, shown, signal, send }: RejectedForm<Answer>,
): Promise<Answer> {
  const former = gate.getSnapshot()?.kind;
  const refuse = () => {
    if (response instanceof Error) throw response;
    return response as Answer;
  };
  const { kind, reason } = asRecord(asRecord(asRecord(asRecord(response).details).applicationError).data);
  // Loaded first, so that a failure to fetch the script fails the submission.
  await import("./captcha-box.tsx");
  if (signal.aborted) return refuse();
  if (former || shown || kind === "visible") {
    const expired = former === "visible" && shown ? "expired" : undefined;
    gate.request({ kind: "visible", problem: reason === "provider" ? "unreachable" : expired });
    return refuse();
  }
  gate.request({ kind: "silent" });
  const tokens = await gate.captcha
    ?.solveCaptcha({ purpose: gate.purpose, kind: "silent" }, { signal })
    // The visible captcha reports the problem.
    .catch(() => undefined);
  if (signal.aborted) return refuse();
  if (!tokens) {
    gate.request({ kind: "visible" });
    return refuse();
  }
  gate.setTokens(tokens);
  return gate.guard(send);
}

import { asRecord } from "../form/auth-errors.ts";
import type { CaptchaTokens } from "../member-client.ts";
import type { CaptchaGate } from "./captcha-types.ts";

interface RefusedForm<Answer> {
  /** The answer or the error that asks for a captcha. */
  told: unknown;
  /** What the form showed. */
  shown: CaptchaTokens | undefined;
  signal: AbortSignal;
  send(tokens: CaptchaTokens | undefined): Promise<Answer>;
}

/**
 * Goes on with a form that was refused for want of a captcha: once with a silent one, where that may be enough, and then by
 * asking for a visible one, after which the person sends the form again. Until then the refusal stands.
 */
export async function passCaptcha<Answer>(
  gate: CaptchaGate,
  { told, shown, signal, send }: RefusedForm<Answer>,
): Promise<Answer> {
  const former = gate.getSnapshot()?.kind;
  const refuse = () => {
    if (told instanceof Error) throw told;
    return told as Answer;
  };
  const { kind, reason } = asRecord(asRecord(asRecord(asRecord(told).details).applicationError).data);
  // What shows it, here already: a script that cannot be fetched is a failure like another.
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
    // What is wrong is told with the one that the person sees.
    .catch(() => undefined);
  if (signal.aborted) return refuse();
  if (!tokens) {
    gate.request({ kind: "visible" });
    return refuse();
  }
  gate.setTokens(tokens);
  return gate.guard(send);
}

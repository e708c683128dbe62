import type { Environment } from "./environment.ts";
import { PorchlightError } from "./errors.ts";

/**
 * Runs `work` with a signal that ends after `milliseconds` or with the caller's own signal. Settles then, whether or
 * not `work` heeds the signal.
 *
 * @throws {PorchlightError} kind `timeout` or `aborted`.
 */
export async function withDeadline<Result>(
  environment: Environment,
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let stop: (error: PorchlightError) => void = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = (error) => {
      reject(error);
      controller.abort(error);
    };
  });
  const abort = () => stop(abortedError(signal));
  const timer = environment.setTimeout(
    () => stop(new PorchlightError("The server did not answer in time.", { kind: "timeout", code: "TIMEOUT" })),
    milliseconds,
  );
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  try {
    return await Promise.race([stopped, signal?.aborted ? stopped : work(controller.signal)]);
  } finally {
    environment.clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

export const abortedError = (signal: AbortSignal | undefined): PorchlightError =>
  new PorchlightError("The call was aborted.", { kind: "aborted", code: "ABORTED", cause: signal?.reason });

/** Waits; between half and one and a half times `milliseconds`, so that many clients do not come back at once. */
export async function sleepWithJitter(environment: Environment, milliseconds: number, signal: AbortSignal) {
  await new Promise<void>((resolve) => {
    const timer = environment.setTimeout(done, milliseconds * (0.5 + environment.random()));
    function done() {
      environment.clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}

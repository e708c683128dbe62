import type { Answer } from "../error-answer.ts";
import { errorOfAnswer } from "../error-answer.ts";
import { isPorchlightError, PorchlightError } from "../errors.ts";

/** What a sentence is made of, when somebody is to read it: values that were refused, or what the server answered. */
const facts = new WeakMap<object, unknown>();
export const factsOf = (error: PorchlightError): unknown => facts.get(error);

/**
 * What the client refuses itself, before anything is sent. Its sentence comes later, from {@link told}: most pages never need one.
 *
 * @param code The contract's number. Source: spec §8.
 */
export function refusal(code: number, ...values: unknown[]): PorchlightError {
  const name = `WDE${`${code}`.padStart(4, "0")}`;
  const error = new PorchlightError(name, { kind: "invalid", code: name });
  facts.set(error, values);
  return error;
}

/** The error that an answer to a call on items stands for, until it is told. */
export function dataErrorOfAnswer(answer: Answer, now: number): PorchlightError {
  const error = errorOfAnswer(answer, now);
  facts.set(error, answer.body);
  return error;
}

/** The call, with errors that say what is wrong: their sentences are fetched with the first. */
export const told =
  <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
  async (...args: Args): Promise<Awaited<Result>> => {
    try {
      return await call(...args);
    } catch (error) {
      if (!isPorchlightError(error) || !facts.has(error)) throw error;
      // Without network there are only codes.
      throw await import("./sentences.ts").then(
        ({ tell }) => tell(error, factsOf),
        () => error,
      );
    }
  };

/** The check of an argument. @throws {PorchlightError} The refusal, for anything that is not true. */
export function check(isFine: unknown, code: number, ...values: unknown[]): void {
  if (!isFine) throw refusal(code, ...values);
}

export const isString = (value: unknown): value is string => typeof value === "string";

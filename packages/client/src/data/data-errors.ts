import { isPorchlightError, PorchlightError } from "../errors.ts";
import type { ParsedResponse } from "../http/response.ts";
import { errorFromResponse } from "../http/response.ts";

/** What a sentence is made of, when somebody is to read it: values that were refused, or what the server answered. */
const messageData = new WeakMap<object, unknown>();
export const messageDataOf = (error: PorchlightError): unknown => messageData.get(error);

/**
 * What the client refuses itself, before anything is sent. Its sentence comes later, from {@link withErrorMessages}: most pages never need one.
 *
 * @param code The contract's number. Source: spec §8.
 */
export function argumentError(code: number, ...values: unknown[]): PorchlightError {
  const name = `WDE${`${code}`.padStart(4, "0")}`;
  const error = new PorchlightError(name, { kind: "invalid", code: name });
  messageData.set(error, values);
  return error;
}

/** The error that an answer to a call on items stands for, until it is told. */
export function dataErrorFromResponse(answer: ParsedResponse, now: number): PorchlightError {
  const error = errorFromResponse(answer, now);
  messageData.set(error, answer.body);
  return error;
}

/** The call, with errors that say what is wrong: their sentences are fetched with the first. */
export const withErrorMessages =
  <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
  async (...args: Args): Promise<Awaited<Result>> => {
    try {
      return await call(...args);
    } catch (error) {
      if (!isPorchlightError(error) || !messageData.has(error)) throw error;
      // Without network there are only codes.
      throw await import("./error-messages.ts").then(
        ({ addMessage: tell }) => tell(error, messageDataOf),
        () => error,
      );
    }
  };

/** The check of an argument. @throws {PorchlightError} The refusal, for anything that is not true. */
export function check(isFine: unknown, code: number, ...values: unknown[]): void {
  if (!isFine) throw argumentError(code, ...values);
}

export const isString = (value: unknown): value is string => typeof value === "string";

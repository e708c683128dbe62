import { isPorchlightError, PorchlightError } from "../errors.ts";
import type { ParsedResponse } from "../http/response.ts";
import { errorFromResponse } from "../http/response.ts";

/** Data for building the message of an error: the rejected values, or the server's response. */
const messageData = new WeakMap<object, unknown>();
export const messageDataOf = (error: PorchlightError): unknown => messageData.get(error);

/** `WDE0055`, the only error that is the server's fault. */
export const unreadableResponseCode = 55;

/**
 * An argument error, thrown before any request. {@link withErrorMessages} adds its message later, because most pages
 * never need one.
 *
 * @param code The contract's number. Source: spec §8.
 */
export function argumentError(code: number, ...values: unknown[]): PorchlightError {
  const name = `WDE${`${code}`.padStart(4, "0")}`;
  const kind = code === unreadableResponseCode ? "contract" : "invalid";
  const error = new PorchlightError(name, { kind, code: name });
  messageData.set(error, values);
  return error;
}

/** The error of a data response, without its message. */
export function dataErrorFromResponse(response: ParsedResponse, now: number): PorchlightError {
  const error = errorFromResponse(response, now);
  messageData.set(error, response.body);
  return error;
}

/** Wraps a call so that errors get messages; the texts are loaded with the first error. */
export const withErrorMessages =
  <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
  async (...args: Args): Promise<Awaited<Result>> => {
    try {
      return await call(...args);
    } catch (error) {
      if (!isPorchlightError(error) || !messageData.has(error)) throw error;
      // Offline, errors have only codes.
      throw await import("./error-messages.ts").then(
        ({ addMessage: addErrorMessage }) => addErrorMessage(error, messageDataOf),
        () => error,
      );
    }
  };

/** Validates an argument. @throws {PorchlightError} unless `isFine` is truthy. */
export function check(isFine: unknown, code: number, ...values: unknown[]): void {
  if (!isFine) throw argumentError(code, ...values);
}

export const isString = (value: unknown): value is string => typeof value === "string";

import { Refusal } from "../../platform/context/errors.ts";

/** Of one answer: it is put together in one piece, while everybody else waits. */
export const answerMaxBytes = 64 * 1024 * 1024;

/** @throws {Refusal} `ANSWER_TOO_LARGE`. */
export function needRoomInAnswer(bytes: number): void {
  if (bytes > answerMaxBytes) throw new Refusal("ANSWER_TOO_LARGE");
}

/** A list of JSON texts. @throws {Refusal} `ANSWER_TOO_LARGE`. */
export function listOf(texts: readonly string[]): string {
  needRoomInAnswer(texts.reduce((sum, { length }) => sum + length, 0));
  return `[${texts.join(",")}]`;
}

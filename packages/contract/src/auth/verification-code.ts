import { verificationCodeLength } from "../limits.ts";

/** Normalizes a typed or pasted code: without spaces and dashes, full-width, Arabic and Persian digits as ASCII. */
export function foldCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\s\p{Pd}\u200b-\u200f\u2060\ufeff]/gu, "");
}

/** Whether `code` is complete. */
export function isWholeCode(code: string): boolean {
  return new RegExp(`^\\d{${verificationCodeLength}}$`).test(code);
}

/** How an input event changed the text, as in `InputEvent`. */
interface TextInput {
  inputType?: string | undefined;
  data?: string | null | undefined;
}

const pastingTypes: readonly unknown[] = ["insertFromPaste", "insertFromDrop", "insertReplacementText"];

/**
 * Whether a person pasted `after`, or a program filled it in, instead of typing or correcting single characters. Some
 * browsers report no type for a code that they fill in.
 */
export function isInsertedAtOnce({ inputType, data }: TextInput, before: string, after: string): boolean {
  if (inputType) return pastingTypes.includes(inputType) || (inputType === "insertText" && (data?.length ?? 0) > 1);
  let start = 0;
  while (start < after.length && after[start] === before[start]) start++;
  let end = 0;
  while (end < after.length - start && after.at(-1 - end) === before.at(-1 - end)) end++;
  return after.length - start - end > 1;
}

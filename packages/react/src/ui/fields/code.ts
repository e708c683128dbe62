/** Digits in a code that the server mails. */
export const codeLength = 6;

/**
 * What was meant by a typed or pasted code: no spaces, no dashes, and digits of other scripts (full-width, Arabic,
 * Persian) as plain ones.
 */
export function foldCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\s\p{Pd}\u200b-\u200f\u2060\ufeff]/gu, "");
}

/** Whether `code` has the form of a whole code. */
export function isWholeCode(code: string): boolean {
  return new RegExp(`^\\d{${codeLength}}$`).test(code);
}

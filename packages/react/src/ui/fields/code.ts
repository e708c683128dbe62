/** Number of digits of an emailed code. */
export const codeLength = 6;

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
  return new RegExp(`^\\d{${codeLength}}$`).test(code);
}

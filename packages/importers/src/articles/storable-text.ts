/** A text without what a database does not take: NUL, and halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** Whether a text can be seen, and stands on one line of at most `maxLength` characters. What nobody sees is no name and no word. */
export const isSingleLine = (text: string, maxLength: number): boolean =>
  text.length <= maxLength && /[^\p{C}\p{Z}]/u.test(text) && !/[\p{Cc}\u2028\u2029]/u.test(text);

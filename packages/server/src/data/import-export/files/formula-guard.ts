/** What a spreadsheet takes for the beginning of a formula. Source: OWASP, "CSV Injection". */
const formula = /^'*[=+\-@\t\r]/;

/** A text as a spreadsheet shows it and never runs it. */
export const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The text that {@link guarded} was given. */
export const unguarded = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);

/** One sentence on why words for a mail were refused, and what to do. */
export class MailTemplateError extends Error {
  override readonly name = "MailTemplateError";
}

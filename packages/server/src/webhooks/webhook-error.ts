/** One sentence on why a webhook was refused. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

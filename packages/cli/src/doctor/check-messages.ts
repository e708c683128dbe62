import type { Environment } from "../runtime/environment.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** Whether texts, calls and questions to devices would leave: the webhook gets a message of the type `ping`, for nobody. */
export async function checkMessages({ messageWebhook, production }: Environment): Promise<Finding> {
  const check = "messages";
  if (messageWebhook === undefined) {
    if (production) return ok(check, "no webhook: texts, calls and devices are not offered as second steps");
    return ok(check, "texts, calls and devices stay in the development inbox, /dev/mail");
  }
  const { host } = new URL(messageWebhook.url);
  const { pingMessageWebhook } = await import("@porchlight/server/operations");
  const reason = await pingMessageWebhook(messageWebhook);
  if (reason === undefined) return ok(check, `leave through ${host}`);
  return problem(check, `leave through ${host}: ${reason}. Correct MESSAGE_WEBHOOK_URL, its secret, or the receiver.`);
}

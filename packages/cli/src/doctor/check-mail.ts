import type { Environment } from "../runtime/environment.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** Whether mails would leave: the mail server is greeted and signed in to, and gets none. */
export async function checkMail({ smtpUrl, mailFrom, production }: Environment): Promise<Finding> {
  const check = "mail";
  if (smtpUrl === undefined) {
    if (production) return problem(check, "SMTP_URL is missing. In production mails must leave the machine.");
    return ok(check, "stays in the development inbox, /dev/mail");
  }
  const { host } = new URL(smtpUrl);
  const { verifySmtp } = await import("@porchlight/server/operations");
  const reason = await verifySmtp(smtpUrl);
  if (reason !== undefined) return problem(check, `leaves through ${host}: ${reason}. Correct SMTP_URL.`);
  if (mailFrom === undefined)
    return warning(check, `leaves through ${host}, from no-reply@ and the host of PUBLIC_URL. Set MAIL_FROM.`);
  return ok(check, `leaves through ${host}`);
}

import { isPorchlightError } from "@porchlight/client";
import type { MailFailure, MailKind, MailParts } from "@porchlight/client/site";
import type { TextLanguage } from "@porchlight/contract/texts/keys";
import { useMutation } from "@tanstack/react-query";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { errorText } from "../../ui/errors/error-text.ts";
import { showToast } from "../../ui/toast.tsx";

/** Why a test email was not sent. */
const failureTexts: Readonly<Record<string, string>> = {
  login: text("The mail server rejects the user or password of SMTP_URL."),
  host: text("The mail server of SMTP_URL does not exist. Check its host name."),
  timeout: text("The mail server does not respond. Try again later."),
  tls: text("The encryption of the mail server cannot be used. Check SMTP_URL."),
  connection: text("The mail server cannot be reached, or its certificate is not trusted. Check SMTP_URL."),
  address: text("The mail server rejects the sender or your address. Check MAIL_FROM."),
  content: text("The mail server rejects the content of the email."),
  protocol: text("The server of SMTP_URL does not respond like a mail server."),
  notConfigured: text("No mail server is set. Set SMTP_URL."),
} satisfies Record<MailFailure | "notConfigured", string>;

/** Sends a test email to the signed-in person. Default: with the saved texts. */
export function useTestMail() {
  const { mailTemplates } = useConsole().clients.site;
  const sending = useMutation({
    mutationFn: async ({ parts, ...name }: { kind: MailKind; language: TextLanguage; parts?: MailParts }) =>
      mailTemplates.sendTestMail(name, parts ?? (await mailTemplates.getMailTemplate(name)).parts),
    onSuccess: (email) => showToast(text("Test email sent to {email}", { email })),
  });
  return { send: sending.mutate, isPending: sending.isPending, problem: sending.error && failureText(sending.error) };
}

function failureText(error: unknown): string {
  const { applicationError } = Object(isPorchlightError(error) ? error.details : undefined);
  return failureTexts[applicationError?.data?.reason] ?? errorText(error);
}

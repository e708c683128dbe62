import type { MailKind } from "@porchlight/client/site";
import type { TextLanguage } from "@porchlight/contract/texts/keys";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { useConsole } from "../../context.ts";
import { mailGroups, mailNames } from "../../settings/mail-names.ts";
import { SettingsForm, SettingsForms } from "../../settings/settings-form.tsx";
import { languageName, richText, text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorMessage, Section } from "../../ui/section.tsx";
import { useTestMail } from "./use-test-mail.ts";

/** All emails that the server sends, and their sender. */
function MailPage() {
  const { mailTemplates } = useConsole().clients.site;
  const list = useQuery({
    queryKey: ["mail-templates"],
    queryFn: ({ signal }) => mailTemplates.listMailTemplates({ signal }),
  });
  if (list.isError && !list.data)
    return (
      <div className="grid justify-items-start gap-3">
        <ErrorMessage error={list.error} />
        <Button onPress={() => void list.refetch()}>{text("Try again")}</Button>
      </div>
    );
  if (!list.data) return <p className="text-muted">{text("Loading…")}</p>;
  const { templates, defaultLanguage, sender } = list.data;
  const customLanguagesOf = (kind: MailKind) =>
    templates.find((template) => template.kind === kind)?.customLanguages ?? [];
  return (
    <div className="grid gap-6">
      <SenderSection sender={sender} language={defaultLanguage} />
      <SettingsForms>
        <SettingsForm
          title={text("Footer")}
          description={text("Shown at the end of every email, below the reason why it was sent.")}
          fields={[
            {
              name: "mailFooter",
              label: text("Name and address"),
              hint: text("Such as “Lantern Books Ltd, 1 Lane Street, London”. Many countries require it in emails."),
              invalid: text("Enter at most 300 characters on one line."),
            },
          ]}
        />
      </SettingsForms>
      {mailGroups.map(({ title, kinds }) => (
        <Section key={title} title={title}>
          <ul className="grid">
            {kinds.map((kind) => (
              <li key={kind} className="border-line not-first:border-t">
                <Link
                  to={`/site/mail/${kind}/${customLanguagesOf(kind)[0] ?? defaultLanguage}`}
                  className="-mx-2 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 rounded-md px-2 py-3 hover:bg-sunken"
                >
                  <span className="grid gap-1">
                    <span className="flex flex-wrap items-center gap-2 font-medium">
                      {mailNames[kind].name}
                      {customLanguagesOf(kind).map((language) => (
                        <Badge key={language} tone="success">
                          {text("Changed: {language}", { language: languageName(language) })}
                        </Badge>
                      ))}
                    </span>
                    <span className="text-muted">{mailNames[kind].when}</span>
                  </span>
                  <ChevronRight aria-hidden size={16} className="text-muted rtl:rotate-180" />
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}

type SenderProps = {
  sender: { from: string; delivery: "smtp" | "inbox" | "none" };
  language: TextLanguage;
};

function SenderSection({ sender: { from, delivery }, language }: SenderProps) {
  const { send, isPending, problem } = useTestMail();
  return (
    <Section
      title={text("Sender")}
      actions={
        <Button isPending={isPending} onPress={() => send({ kind: "approved", language })}>
          {isPending ? text("Sending…") : text("Send a test email")}
        </Button>
      }
    >
      {problem && <ErrorMessage error={problem} />}
      <p className="break-words">{from}</p>
      <p className="text-muted">
        {delivery === "smtp" &&
          text("Emails are sent through the mail server in SMTP_URL. MAIL_FROM sets the name and the address.")}
        {delivery === "inbox" &&
          richText("Without SMTP_URL, emails go to the <link>development inbox</link> and do not leave this machine.", {
            link: (inside) => (
              <a href="/dev/mail" target="_blank" rel="noopener" className="text-accent underline">
                {inside}
              </a>
            ),
          })}
      </p>
      {delivery === "none" && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger">
          {text("No emails are sent, because no mail server is set. Set SMTP_URL, and restart the server.")}
        </p>
      )}
    </Section>
  );
}

export { MailPage as Component };

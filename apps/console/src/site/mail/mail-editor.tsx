import "@porchlight/editor/styles.css";
import { isPorchlightError } from "@porchlight/client";
import type { MailPart, MailParts, MailTemplate, MailTemplateList } from "@porchlight/client/site";
import { SimpleHtmlEditor } from "@porchlight/editor/simple";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { NavLink } from "react-router";
import { useConsole } from "../../context.ts";
import { mailNames, problemText, variableNames } from "../../settings/mail-names.ts";
import { languageName, text } from "../../texts/text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, controlHeight } from "../../ui/button.tsx";
import { UnsavedGuard } from "../../ui/dialog.tsx";
import { FilterTabs } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { ErrorMessage, Section } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useDebouncedValue } from "../../ui/use-debounced-value.ts";
import { MailPreview } from "./mail-preview.tsx";
import { PartField } from "./part-field.tsx";
import { useTestMail } from "./use-test-mail.ts";

const isConflict = (error: unknown) => isPorchlightError(error) && error.code === "SITE_SETTINGS_CHANGED";
/** More is cut off on phones. */
const longSubject = 60;

/** The texts of an email and, next to them or in a tab on phones, the email. */
export function MailEditor({ list, initial }: { list: MailTemplateList; initial: MailTemplate }) {
  const { kind, language } = initial;
  const { mailTemplates } = useConsole().clients.site;
  const cache = useQueryClient();
  const [template, setTemplate] = useState(initial);
  const [parts, setParts] = useState<MailParts>(initial.parts);
  const [view, setView] = useState("edit");
  /** Changes when the body is replaced by another text. */
  const [edition, setEdition] = useState(0);
  const bodyErrorId = useId();
  const test = useTestMail();
  const name = { kind, language };
  const debouncedParts = useDebouncedValue(parts, 500);
  const preview = useQuery({
    queryKey: ["mail-preview", kind, language, debouncedParts],
    queryFn: ({ signal }) => mailTemplates.previewMailTemplate(name, debouncedParts, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const problems = preview.data?.problems ?? [];
  const errorOf = (part: MailPart) => {
    const problem = problems.find((one) => one.part === part);
    return problem && problemText(problem);
  };
  const isDirty = JSON.stringify(parts) !== JSON.stringify(template.parts);
  const isChecked = debouncedParts === parts && !preview.isPlaceholderData;

  const save = useMutation({
    mutationFn: (next: MailParts | undefined) =>
      next ? mailTemplates.updateMailTemplate(name, next, template.revision) : mailTemplates.resetMailTemplate(name),
    onError: async (error) => {
      // What was entered stays; the next attempt is based on the texts of the other person.
      if (isConflict(error)) setTemplate(await mailTemplates.getMailTemplate(name));
    },
    onSuccess: (saved) => {
      setTemplate(saved);
      setParts(saved.parts);
      void cache.invalidateQueries({ queryKey: ["mail-templates"], exact: true });
    },
  });
  const restore = () => {
    const former = template.parts;
    save.mutate(undefined, {
      onSuccess: () =>
        showToast(text("Built-in texts restored"), {
          ...(!template.isReplaced && { undo: () => save.mutate(former) }),
        }),
    });
  };
  const variables = template.variables.map((variable) => ({
    name: variable,
    label: variableNames[variable] ?? variable,
  }));
  const field = (part: MailPart, label: string, hint?: string) => (
    <PartField
      label={label}
      hint={hint}
      error={errorOf(part)}
      value={parts[part]}
      isLong={part === "closing"}
      variables={variables}
      onChange={(value) => setParts({ ...parts, [part]: value })}
    />
  );
  const subjectLength = preview.data?.mail?.subject.length ?? 0;
  return (
    <Page
      title={mailNames[kind].name}
      back={{ to: "/site/mail", name: text("Emails") }}
      actions={
        <>
          <Button
            isPending={test.isPending}
            isDisabled={problems.length > 0}
            onPress={() => test.send({ ...name, parts })}
          >
            {test.isPending ? text("Sending…") : text("Send a test email")}
          </Button>
          <Button
            kind="primary"
            isPending={save.isPending}
            isDisabled={!(isDirty || template.isReplaced) || problems.length > 0 || !isChecked}
            onPress={() => save.mutate(parts, { onSuccess: () => showToast(text("Saved")) })}
          >
            {save.isPending ? text("Saving…") : text("Save")}
          </Button>
        </>
      }
    >
      <UnsavedGuard isDirty={isDirty} />
      <p className="-mt-4 text-muted">{mailNames[kind].when}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav aria-label={text("Language")} className="flex flex-wrap gap-1">
          {list.languages.map((one) => (
            <NavLink
              key={one}
              to={`/site/mail/${kind}/${one}`}
              className={`${controlHeight} flex items-center gap-2 rounded-md px-3 font-medium text-muted hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent`}
            >
              {languageName(one)}
            </NavLink>
          ))}
        </nav>
        <div className="flex flex-wrap items-center gap-2">
          {template.isCustom ? (
            <>
              <Badge tone="success">{text("Changed")}</Badge>
              <Button kind="quiet" isDisabled={save.isPending} onPress={restore}>
                {text("Restore the built-in texts")}
              </Button>
            </>
          ) : (
            <Badge>{text("Using the built-in texts")}</Badge>
          )}
        </div>
      </div>
      {test.problem && <ErrorMessage error={test.problem} />}
      {isConflict(save.error) ? (
        <div role="alert" className="grid justify-items-start gap-2 rounded-md bg-warning-soft p-3 text-warning">
          <p>
            {text(
              "Someone else has changed this email in the meantime. Save again to replace their texts with yours, or use theirs.",
            )}
          </p>
          <Button
            onPress={() => {
              setParts(template.parts);
              setEdition((number) => number + 1);
              save.reset();
            }}
          >
            {text("Use their texts")}
          </Button>
        </div>
      ) : (
        save.isError && <ErrorMessage error={save.error} />
      )}
      {template.isReplaced && (
        <p className="rounded-md bg-warning-soft p-3 text-warning">
          {text(
            "This email has its own text or HTML, set with porchlight mail-template. Saving here replaces it with these texts.",
          )}
        </p>
      )}
      <div className="lg:hidden">
        <FilterTabs
          label={text("View")}
          tabs={[
            { value: "edit", name: text("Edit") },
            { value: "preview", name: text("Preview") },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className={view === "edit" ? undefined : "max-lg:hidden"}>
          <Section title={text("Texts")}>
            {field(
              "subject",
              text("Subject"),
              subjectLength > longSubject
                ? text("The subject has {n} characters. Phones show about {limit}.", {
                    n: subjectLength,
                    limit: longSubject,
                  })
                : undefined,
            )}
            {field(
              "preheader",
              text("Preview text"),
              text("Shown after the subject in the inbox. Without it, email programs show the beginning of the email."),
            )}
            {field("heading", text("Heading"))}
            <div className="grid gap-1">
              <span className="font-medium">{text("Text")}</span>
              {errorOf("body") !== undefined && (
                <p id={bodyErrorId} className="text-danger">
                  {errorOf("body")}
                </p>
              )}
              <SimpleHtmlEditor
                key={edition}
                label={text("Text")}
                html={parts.body}
                variables={variables}
                isInvalid={errorOf("body") !== undefined}
                describedBy={errorOf("body") === undefined ? undefined : bodyErrorId}
                onChange={(body) => setParts((current) => ({ ...current, body }))}
              />
            </div>
            {template.defaults.button !== "" && field("button", text("Button"))}
            {field("closing", text("Text at the end"), text("Optional. Below the code and the button."))}
          </Section>
        </div>
        <div className={view === "preview" ? undefined : "max-lg:hidden"}>
          <MailPreview
            mail={preview.data?.mail ?? null}
            from={list.sender.from}
            notice={
              preview.isError ? (
                <ErrorMessage error={preview.error} />
              ) : (
                problems.length > 0 && <p className="text-muted">{text("Correct the texts to see the email.")}</p>
              )
            }
          />
        </div>
      </div>
    </Page>
  );
}

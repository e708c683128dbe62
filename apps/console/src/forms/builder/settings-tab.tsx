import { useState } from "react";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { RadioChoice } from "../../ui/choices.tsx";
import { Select, TextArea, TextField } from "../../ui/fields.tsx";
import { Section } from "../../ui/section.tsx";
import { type BuilderState, type FormSettings, fieldsOf } from "./builder-state.ts";
import { fieldLabel } from "./field-options.ts";
import { typeOf } from "./field-types.ts";
import { isLink } from "./find-problems.ts";
import { NumberField } from "./number-field.tsx";
import { RichTextField } from "./rich-text-field.tsx";

/** Props of {@link SettingsTab}. */
export interface SettingsTabProps {
  state: BuilderState;
  change(update: (state: BuilderState) => BuilderState): void;
}

interface PartProps {
  settings: FormSettings;
  set(changes: FormSettings): void;
}

/** What follows a submission, emails, limits, and protection. */
export function SettingsTab({ state, change }: SettingsTabProps) {
  const { settings } = state;
  const set = (changes: FormSettings) =>
    change((before) => ({ ...before, settings: { ...before.settings, ...changes } }));
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-4">
      <Section title={text("General")}>
        <TextField
          label={text("Name")}
          hint={text("Visitors see it as the title of the page.")}
          value={settings.name ?? ""}
          onChange={(name) => set({ name })}
          maxLength={200}
        />
        <Select
          label={text("Mark required fields")}
          value={settings.requiredIndicatorProperties?.requiredIndicator ?? ""}
          options={[
            { id: "", label: text("Mark the optional fields instead") },
            { id: "ASTERISK", label: text("With an asterisk") },
            { id: "TEXT", label: text("With a word") },
            { id: "NONE", label: text("Mark no fields") },
          ]}
          onChange={(requiredIndicator) =>
            set({ requiredIndicatorProperties: requiredIndicator === "" ? {} : { requiredIndicator } })
          }
        />
      </Section>
      <AfterSubmission {...{ settings, set }} />
      <Emails {...{ settings, set, state }} />
      <Limits {...{ settings, set }} />
    </div>
  );
}

type SuccessAction = NonNullable<NonNullable<FormSettings["submitSettings"]>["submitSuccessAction"]>;

function AfterSubmission({ settings: { submitSettings = {} }, set }: PartProps) {
  const { submitSuccessAction = "NO_ACTION", thankYouMessageOptions, redirectOptions } = submitSettings;
  const change = (changes: typeof submitSettings) => set({ submitSettings: { ...submitSettings, ...changes } });
  const url = redirectOptions?.redirectUrl ?? "";
  return (
    <Section title={text("After the submission")}>
      <RadioChoice<SuccessAction>
        label={text("What people see")}
        options={[
          { id: "NO_ACTION", label: text("That the form was sent") },
          { id: "THANK_YOU_MESSAGE", label: text("A message") },
          { id: "REDIRECT", label: text("Another page") },
        ]}
        value={submitSuccessAction}
        onChange={(action) => change({ submitSuccessAction: action })}
      />
      {submitSuccessAction === "THANK_YOU_MESSAGE" && (
        <RichTextField
          label={text("Message")}
          value={thankYouMessageOptions?.richContent}
          onChange={(richContent) => change({ thankYouMessageOptions: { ...thankYouMessageOptions, richContent } })}
        />
      )}
      {submitSuccessAction === "REDIRECT" && (
        <TextField
          label={text("Address of the page")}
          hint={text("A path of the site, such as /thanks, or a full address")}
          error={
            url === "" || isLink(url) ? undefined : text("Enter a path of the site, such as /thanks, or a full address")
          }
          value={url}
          onChange={(redirectUrl) => change({ redirectOptions: { ...redirectOptions, redirectUrl } })}
          maxLength={2000}
        />
      )}
    </Section>
  );
}

function Emails({ settings: { notifications = {} }, set, state }: PartProps & { state: BuilderState }) {
  const { ownerEmails, confirmationTarget } = notifications;
  const [typed, setTyped] = useState(ownerEmails?.join("\n") ?? "");
  const change = (changes: typeof notifications) => set({ notifications: { ...notifications, ...changes } });
  const emailFields = fieldsOf(state.rows).filter((field) => typeOf(field) === "email");
  const [receiver, setReceiver] = useState(!ownerEmails ? "site" : ownerEmails.length === 0 ? "none" : "addresses");
  return (
    <Section title={text("Emails")}>
      <RadioChoice
        label={text("Who gets an email about each submission")}
        options={[
          { id: "site", label: text("The contact address of the site") },
          { id: "addresses", label: text("These addresses") },
          { id: "none", label: text("No one") },
        ]}
        value={receiver}
        onChange={(next) => {
          setReceiver(next);
          if (next === "site") {
            const { ownerEmails: _, ...others } = notifications;
            set({ notifications: others });
          } else change({ ownerEmails: next === "none" ? [] : addressesIn(typed) });
        }}
      />
      {receiver === "addresses" && (
        <TextArea
          label={text("Addresses")}
          hint={text("One per line, at most ten")}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            change({ ownerEmails: addressesIn(next) });
          }}
        />
      )}
      <Select
        label={text("Confirmation to the sender")}
        value={confirmationTarget ?? ""}
        options={[
          { id: "", label: text("None") },
          ...emailFields.map((field) => ({
            id: field.inputOptions?.target ?? "",
            label: text("To the address in “{field}”", { field: fieldLabel(field) }),
          })),
        ]}
        onChange={(target) => change({ confirmationTarget: target || null })}
      />
    </Section>
  );
}

const addressesIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

function Limits({ settings, set }: PartProps) {
  const { timeZone } = useConsole().settings;
  const { limitationRule = {}, spamFilterProtectionLevel = "BASIC", disabledFormMessage } = settings;
  const change = (changes: typeof limitationRule) => set({ limitationRule: { ...limitationRule, ...changes } });
  const hint = text("In the time zone of the site, {timeZone}.", { timeZone });
  return (
    <Section title={text("Limits and protection")}>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          type="datetime-local"
          label={text("Opens at")}
          hint={hint}
          value={toLocal(limitationRule.dateTimeOpening, timeZone)}
          onChange={(local) => change({ dateTimeOpening: toDate(local, timeZone) })}
        />
        <TextField
          type="datetime-local"
          label={text("Closes at")}
          hint={hint}
          value={toLocal(limitationRule.dateTimeDeadline, timeZone)}
          onChange={(local) => change({ dateTimeDeadline: toDate(local, timeZone) })}
        />
        <NumberField
          label={text("Maximum submissions")}
          value={limitationRule.maxAllowedSubmissions ?? undefined}
          onChange={(maximum) => change({ maxAllowedSubmissions: maximum ?? null })}
        />
        <NumberField
          label={text("Maximum per person")}
          value={limitationRule.submissionLimitPerUser ?? undefined}
          onChange={(maximum) => change({ submissionLimitPerUser: maximum ?? null })}
        />
      </div>
      <RichTextField
        label={text("Message while the form is closed")}
        value={disabledFormMessage}
        onChange={(content) => set({ disabledFormMessage: content })}
      />
      <Select
        label={text("Protection against spam")}
        value={spamFilterProtectionLevel}
        options={[
          { id: "BASIC", label: text("Honeypot (a hidden field for bots)") },
          { id: "ADVANCED", label: text("Honeypot and captcha"), hint: text("The captcha is set up in the settings.") },
          { id: "NONE", label: text("None") },
        ]}
        onChange={(level) => set({ spamFilterProtectionLevel: level })}
      />
    </Section>
  );
}

/** A time as `datetime-local` inputs have it, in a time zone. */
function toLocal(date: Date | null | undefined, timeZone: string): string {
  if (!date) return "";
  const options = { timeZone, dateStyle: "short", timeStyle: "medium" } as const;
  return new Intl.DateTimeFormat("sv-SE", options).format(date).replace(" ", "T").slice(0, 16);
}

/** The time of a `datetime-local` input in a time zone. */
function toDate(local: string, timeZone: string): Date | null {
  const asUtc = new Date(`${local}Z`);
  if (Number.isNaN(asUtc.getTime())) return null;
  const offset = new Date(`${toLocal(asUtc, timeZone)}Z`).getTime() - asUtc.getTime();
  return new Date(asUtc.getTime() - offset);
}

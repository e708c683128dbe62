import type { Member, MemberCustomField } from "@porchlight/client/members";
import { useReauthentication } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { UnsavedGuard } from "../ui/dialog.tsx";
import { ConfirmIdentity } from "../ui/dialogs/confirm-identity.tsx";
import { fieldErrorOf } from "../ui/errors/error-text.ts";
import { Select, TextArea, TextField } from "../ui/fields.tsx";
import { Page } from "../ui/page.tsx";
import { ErrorMessage, Section } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { nameOf } from "./member-status.tsx";

/** A custom field of a member: one that the owner defined, or another one that has a value. */
interface CustomField {
  key: string;
  name: string;
  type: MemberCustomField["fieldType"] | "BOOLEAN";
}

/** Edits the profile and the sign-in email of a member. */
function EditMemberPage() {
  const { id = "" } = useParams();
  const { customFields, members } = useConsole().clients.site;
  const member = useQuery({
    queryKey: ["members", "one", id],
    queryFn: ({ signal }) => members.getMember(id, { fieldsets: ["FULL"] }, { signal }),
    // A refresh must not replace what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const fields = useQuery({
    queryKey: ["member-fields"],
    queryFn: async ({ signal }) => (await customFields.listCustomFields({ signal })).fields,
  });
  const error = member.error ?? fields.error;
  return (
    <Page
      title={member.data ? text("Edit {name}", { name: nameOf(member.data) }) : text("Member")}
      back={{ to: `/members/${id}`, name: member.data ? nameOf(member.data) : text("Member") }}
    >
      {error && <ErrorMessage error={error} />}
      {member.data && fields.data && (
        <div className="grid max-w-2xl gap-6">
          <ProfileForm member={member.data} fields={withValues(fields.data, member.data)} />
          <EmailForm member={member.data} />
        </div>
      )}
    </Page>
  );
}

function withValues(defined: readonly MemberCustomField[], { contact }: Member): CustomField[] {
  const fields: CustomField[] = defined.map(({ key, name, fieldType }) => ({ key, name, type: fieldType }));
  for (const [key, { name, value }] of Object.entries(contact?.customFields ?? {})) {
    if (fields.some((field) => field.key === key)) continue;
    const type = typeof value === "number" ? "NUMBER" : typeof value === "boolean" ? "BOOLEAN" : "TEXT";
    fields.push({ key, name, type });
  }
  return fields;
}

const textOf = (value: unknown) => (value === null || value === undefined ? "" : String(value));

function ProfileForm({ member, fields }: { member: Member; fields: readonly CustomField[] }) {
  const { members } = useConsole().clients.site;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { contact, profile } = member;
  const [initial] = useState(() => ({
    nickname: textOf(profile.nickname),
    title: textOf(profile.title),
    firstName: textOf(contact?.firstName),
    lastName: textOf(contact?.lastName),
    phones: (contact?.phones ?? []).join("\n"),
    company: textOf(contact?.company),
    jobTitle: textOf(contact?.jobTitle),
    birthdate: textOf(contact?.birthdate),
  }));
  const [initialCustom] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ key }) => [key, textOf(contact?.customFields[key]?.value)])),
  );
  const [values, setValues] = useState(initial);
  const [custom, setCustom] = useState(initialCustom);
  const [privacy, setPrivacy] = useState(
    member.privacyStatus === "PUBLIC" ? ("PUBLIC" as const) : ("PRIVATE" as const),
  );
  const changedNames = (Object.keys(initial) as (keyof typeof initial)[]).filter(
    (name) => values[name] !== initial[name],
  );
  const changedFields = fields.filter(({ key }) => custom[key] !== initialCustom[key]);
  const isPrivacyChanged = privacy !== (member.privacyStatus === "PUBLIC" ? "PUBLIC" : "PRIVATE");
  const save = useMutation({
    mutationFn: () => {
      const changed = (name: keyof typeof initial) => changedNames.includes(name);
      const pick = (...names: (keyof typeof initial)[]) =>
        Object.fromEntries(names.filter(changed).map((name) => [name, values[name].trim() || null]));
      const phones = values.phones.split("\n").flatMap((line) => line.trim() || []);
      return members.updateMember(member._id, {
        profile: pick("nickname", "title"),
        contact: {
          ...pick("firstName", "lastName", "company", "jobTitle", "birthdate"),
          ...(changed("phones") && { phones }),
          ...(changedFields.length > 0 && {
            customFields: Object.fromEntries(
              changedFields.map(({ key, name, type }) => [key, { name, value: toStored(type, custom[key] ?? "") }]),
            ),
          }),
        },
        ...(isPrivacyChanged && { privacyStatus: privacy }),
      });
    },
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ["members"], refetchType: "all" });
      showToast(text("Saved"));
    },
  });
  const isSaved = save.isSuccess;
  // Once the page is rendered without unsaved changes, which would stop the navigation.
  useEffect(() => {
    if (isSaved) void navigate(`/members/${member._id}`);
  }, [isSaved, navigate, member._id]);
  const isDirty = (changedNames.length > 0 || changedFields.length > 0 || isPrivacyChanged) && !isSaved;
  const errorOf = (name: string) => fieldErrorOf(save.error, name);
  const bind = (name: keyof typeof initial) => ({
    value: values[name],
    onChange: (value: string) => setValues((current) => ({ ...current, [name]: value })),
    error: errorOf(name),
    autoComplete: "off",
  });
  const customError = ({ key }: CustomField) => errorOf(`${key}.value`) ?? errorOf(key);
  const hasFieldError =
    Object.keys(initial).some((name) => errorOf(name)) || fields.some((field) => customError(field));
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <UnsavedGuard isDirty={isDirty} />
      <Section title={text("Profile")}>
        {save.isError && !hasFieldError && <ErrorMessage error={save.error} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={text("First name")} {...bind("firstName")} />
          <TextField label={text("Last name")} {...bind("lastName")} />
          <TextField label={text("Nickname")} hint={text("Shown on the site.")} {...bind("nickname")} />
          <TextField label={text("Title")} hint={text("Below the name in the directory.")} {...bind("title")} />
          <TextField label={text("Company")} {...bind("company")} />
          <TextField label={text("Job title")} {...bind("jobTitle")} />
          <TextField label={text("Date of birth")} hint={text("For example 2001-12-31")} {...bind("birthdate")} />
          <Select<"PRIVATE" | "PUBLIC">
            label={text("Profile visibility")}
            value={privacy}
            options={[
              { id: "PRIVATE", label: text("Private") },
              { id: "PUBLIC", label: text("Public") },
            ]}
            onChange={setPrivacy}
          />
        </div>
        <TextArea label={text("Phones")} hint={text("One per line.")} {...bind("phones")} />
        {fields.map((field) => (
          <TextField
            key={field.key}
            label={field.name}
            hint={hints[field.type]}
            value={custom[field.key] ?? ""}
            onChange={(value) => setCustom((current) => ({ ...current, [field.key]: value }))}
            error={customError(field)}
            autoComplete="off"
          />
        ))}
        <div>
          <Button kind="primary" type="submit" isDisabled={!isDirty} isPending={save.isPending}>
            {text("Save")}
          </Button>
        </div>
      </Section>
    </form>
  );
}

const hints: Readonly<Record<CustomField["type"], string | undefined>> = {
  TEXT: undefined,
  NUMBER: text("A number"),
  DATE: text("For example 2001-12-31"),
  URL: text("A web address, such as https://example.com/ada"),
  SOCIAL: text("A web address, such as https://example.com/ada"),
  BOOLEAN: text("true or false"),
};

/** The value for the server, which rejects what does not have the type. */
function toStored(type: CustomField["type"], typed: string): object {
  const trimmed = typed.trim();
  if (trimmed === "") return {};
  if (type === "NUMBER")
    return Number.isFinite(Number(trimmed)) ? { numValue: Number(trimmed) } : { strValue: trimmed };
  if (type === "DATE") return { dateValue: trimmed };
  if (type === "BOOLEAN") return { boolValue: trimmed === "true" };
  return { strValue: trimmed };
}

function EmailForm({ member }: { member: Member }) {
  const { memberAccounts } = useConsole().clients.site;
  const cache = useQueryClient();
  const reauthentication = useReauthentication();
  const [email, setEmail] = useState(member.loginEmail ?? "");
  const change = useMutation({
    mutationFn: () => reauthentication.run(() => memberAccounts.changeLoginEmail(member._id, email.trim())),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ["members"], refetchType: "all" });
      showToast(text("Email changed"));
    },
  });
  const emailError = fieldErrorOf(change.error, "newLoginEmail");
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Section title={text("Sign-in email")}>
        {change.isError && !emailError && <ErrorMessage error={change.error} />}
        <p className="text-muted">
          {text(
            "The member is signed out everywhere, and the previous address gets a notice. The new address counts as verified: make sure that it belongs to the member.",
          )}
        </p>
        <TextField
          label={text("Email")}
          type="email"
          autoComplete="off"
          value={email}
          onChange={setEmail}
          error={emailError}
        />
        <div>
          <Button type="submit" isDisabled={email.trim() === member.loginEmail} isPending={change.isPending}>
            {text("Change email")}
          </Button>
        </div>
      </Section>
      <ConfirmIdentity reauthentication={reauthentication} />
    </form>
  );
}

export { EditMemberPage as Component };

import { useState } from "react";
import { AccountForm } from "../../auth/form/account-form.tsx";
import { type AuthTexts, formErrorText } from "../../auth/form/auth-screen.tsx";
import { useAuthForm } from "../../auth/form/use-auth-form.ts";
import { validateName } from "../../auth/form/validation.ts";
import type { SessionMember } from "../../auth/member-client.ts";
import type { Appearance } from "../../ui/appearance.ts";
import { TextField } from "../../ui/fields/field.tsx";
import { hasTypedInput, SectionForm } from "../section-form.tsx";
import { ownNickname } from "./profile-values.ts";
import { type MemberNamesParams, useMemberUpdate } from "./use-member-update.ts";

const nameFields = ["firstName", "lastName", "nickname"] as const;

const checks = {
  firstName: (typed: string) => validateName("firstName", typed),
  lastName: (typed: string) => validateName("lastName", typed),
  nickname: (typed: string) => validateName("nickname", typed),
};

interface NamesFormProps {
  member: SessionMember;
  text: AuthTexts;
  appearance: Appearance | undefined;
  onDirty(isDirty: boolean): void;
  /** Closes the form, saved or canceled. */
  onDone(isSaved: boolean): void;
}

/** The form for the names. */
export function NamesForm({ member, text, appearance, onDirty, onDone }: NamesFormProps) {
  const sending = useMemberUpdate(member);
  const submit = async (params: MemberNamesParams) => {
    if (await sending.submit(params)) onDone(true);
  };
  const form = useAuthForm(checks, { ...sending, state: "INITIAL", submit }, ({ firstName, lastName, nickname }) => ({
    firstName,
    lastName,
    nickname,
  }));
  // Initial values: another tab may change the member.
  const [values] = useState({
    firstName: member.contact?.firstName ?? "",
    lastName: member.contact?.lastName ?? "",
    nickname: ownNickname(member),
  });
  const labels = {
    firstName: text("auth.field.firstName"),
    lastName: text("auth.field.lastName"),
    nickname: text("account.names.nickname"),
  };
  const purposes = { firstName: "given-name", lastName: "family-name", nickname: "nickname" };
  return (
    <SectionForm
      {...{ text, appearance, onDirty }}
      isPending={sending.isPending}
      isDirty={hasTypedInput}
      onGiveUp={() => onDone(false)}
    >
      {(giveUp) => (
        <AccountForm
          {...{ text, appearance, form, sending }}
          notDone="account.save.failed"
          submit="account.action.save"
          submitting="account.action.saving"
          onCancel={giveUp}
        >
          {nameFields.map((name) => {
            const issue = form.errorAt(name);
            return (
              <TextField
                key={name}
                {...form.fieldProps(name)}
                label={labels[name]}
                hint={name === "nickname" ? text("account.names.nicknameHint") : undefined}
                autoComplete={purposes[name]}
                defaultValue={values[name]}
                isOptional
                error={issue && formErrorText(text, issue, {})}
                appearance={appearance}
              />
            );
          })}
        </AccountForm>
      )}
    </SectionForm>
  );
}

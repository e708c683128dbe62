import { useState } from "react";
import { type AuthTexts, issueText } from "../auth/auth-screen.tsx";
import { useAuthForm } from "../auth/use-auth-form.ts";
import { useSending } from "../auth/use-sending.ts";
import type { Appearance } from "../ui/appearance.ts";
import { TextField } from "../ui/field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { ChangeForm } from "./change-form.tsx";
import { explainStepChange } from "./explain-step-change.ts";
import {
  isPhoneNumber,
  joinPhoneNumber,
  likelyCountry,
  listPhoneCountries,
  recognisePhoneNumber,
} from "./phone-number.ts";

interface PhoneStepFormProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  /** Takes the number in E.164. */
  send(phoneNumber: string): Promise<unknown>;
  onDone(): void;
  onCancel(): void;
}

/** Asks which phone the codes of a new second step go to. */
export function PhoneStepForm({ text, appearance, send, onDone, onCancel }: PhoneStepFormProps) {
  const [countries] = useState(() => listPhoneCountries(text.language));
  const [{ country, number }, setPhone] = useState(() => ({ country: likelyCountry(navigator.languages), number: "" }));
  const sending = useSending<string>(explainStepChange, (_context, phoneNumber) => send(phoneNumber));
  const submit = async (phoneNumber: string) => {
    if (await sending.submit(phoneNumber)) onDone();
  };
  const check = (typed: string) =>
    isPhoneNumber(joinPhoneNumber(country, typed))
      ? undefined
      : ({ key: "security.phone.wrong", field: "phone" } as const);
  const form = useAuthForm({ phone: check }, { ...sending, state: "INITIAL", submit }, ({ phone }) =>
    joinPhoneNumber(country, phone),
  );
  const issue = form.errorAt("phone");
  return (
    <ChangeForm
      {...{ text, appearance, form, sending }}
      notDone="security.steps.notDone"
      submit="security.phone.submit"
      submitting="secondStep.code.sending"
      onCancel={() => !sending.isPending && onCancel()}
    >
      <SelectField
        id={`${form.fieldId("phone")}-country`}
        name="country"
        label={text("security.phone.country")}
        options={country ? countries : [{ value: "", label: text("security.phone.choose") }, ...countries]}
        value={country}
        onChange={({ target }) => setPhone({ country: target.value, number })}
        appearance={appearance}
      />
      <TextField
        {...form.fieldProps("phone")}
        type="tel"
        autoComplete="tel"
        label={text("security.phone.number")}
        hint={text("security.phone.hint")}
        value={number}
        onChange={({ target }) => setPhone(recognisePhoneNumber(country, target.value))}
        error={issue && issueText(text, issue, {})}
        appearance={appearance}
      />
    </ChangeForm>
  );
}

import { useState } from "react";
import type { Appearance } from "../../../ui/appearance.ts";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { AccountForm } from "../../form/account-form.tsx";
import { type AuthTexts, formErrorText } from "../../form/auth-screen.tsx";
import { useAuthForm } from "../../form/use-auth-form.ts";
import { useSubmission } from "../../form/use-submission.ts";
import {
  guessCountry,
  isPhoneNumber,
  joinPhoneNumber,
  listPhoneCountries,
  recognizePhoneNumber,
} from "../../phone/phone-number.ts";
import { toMfaSettingsError } from "../mfa-settings-error.tsx";

interface PhoneStepFormProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  /** Receives the number in E.164. */
  send(phoneNumber: string): Promise<unknown>;
  onDone(): void;
  onCancel(): void;
}

/** Form for the phone number of a new factor. */
export function PhoneEnrollmentForm({ text, appearance, send, onDone, onCancel }: PhoneStepFormProps) {
  const [countries] = useState(() => listPhoneCountries(text.language));
  const [{ country, number }, setPhone] = useState(() => ({ country: guessCountry(navigator.languages), number: "" }));
  const sending = useSubmission<string>(toMfaSettingsError, (_context, phoneNumber) => send(phoneNumber));
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
    <AccountForm
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
        onChange={({ target }) => setPhone(recognizePhoneNumber(country, target.value))}
        error={issue && formErrorText(text, issue, {})}
        appearance={appearance}
      />
    </AccountForm>
  );
}

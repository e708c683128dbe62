import { useMemo } from "react";
import type { AuthTexts } from "../../../auth/form/auth-screen.tsx";
import type { MemberDetails } from "../../../auth/member-client.ts";
import {
  guessCountry,
  isPhoneNumber,
  joinPhoneNumber,
  listPhoneCountries,
  recognizePhoneNumber,
  splitPhoneNumber,
} from "../../../auth/phone/phone-number.ts";
import { type Row, type RowField, RowsForm } from "../rows-form.tsx";
import type { DetailsSectionProps } from "../use-account-details.ts";

type Phones = MemberDetails["phones"];

const tags = ["UNTAGGED", "MAIN", "HOME", "MOBILE", "WORK", "FAX"] as const;

interface PhonesFormProps extends Pick<DetailsSectionProps, "text" | "appearance" | "update" | "onDirty"> {
  phones: Phones;
  onDone(isSaved: boolean): void;
}

/** A form for all phone numbers. Changed numbers are saved in E.164, others unchanged. */
export function PhonesForm({ phones, text, appearance, update, onDirty, onDone }: PhonesFormProps) {
  const fields = useMemo(() => phoneFields(text), [text]);
  const rows = phones.map(({ tag, phone }) => ({ country: "", number: phone, ...splitPhoneNumber(phone), tag }));
  const toPhone = ({ country = "", number = "", tag }: Row) => {
    const former = rows.findIndex((stored) => stored.country === country && stored.number === number);
    return { tag, phone: phones[former]?.phone ?? joinPhoneNumber(country, number) };
  };
  return (
    <RowsForm
      {...{ text, appearance, onDirty, onDone, rows }}
      empty={{ country: guessCountry(navigator.languages), number: "", tag: "UNTAGGED" }}
      addLabel={text("profile.phones.add")}
      nameOf={(_row, index) => text("profile.phones.nth", { n: index + 1 })}
      fieldsOf={() => fields}
      fieldOf={(part) => (part === "phone" ? "number" : part)}
      updateRows={(typed, changed) => withOneMain(typed, changed).map(recognise)}
      save={(typed) => update({ phones: typed.map(toPhone) as Phones })}
    />
  );
}

function phoneFields(text: AuthTexts): RowField[] {
  const wrong = text("profile.phones.wrong");
  return [
    {
      name: "country",
      label: text("profile.phones.country"),
      options: [{ value: "", label: text("profile.phones.choose") }, ...listPhoneCountries(text.language)],
      check: (chosen, { number = "" }) =>
        chosen || isPhoneNumber(joinPhoneNumber("", number)) ? undefined : text("profile.phones.choose"),
    },
    {
      name: "number",
      label: text("profile.phones.number"),
      hint: text("profile.phones.hint"),
      autoComplete: "tel",
      inputMode: "tel",
      check: (typed, { country = "" }) =>
        country && !isPhoneNumber(joinPhoneNumber(country, typed)) ? wrong : undefined,
      refused: wrong,
    },
    {
      name: "tag",
      label: text("profile.phones.tag"),
      options: tags.map((value) => ({ value, label: text(`profile.phoneTag.${value}`) })),
    },
  ];
}

function recognise(row: Row): Row {
  return { ...row, ...recognizePhoneNumber(row.country ?? "", row.number ?? "") };
}

function withOneMain(rows: readonly Row[], changed: number): readonly Row[] {
  if (rows[changed]?.tag !== "MAIN") return rows;
  return rows.map((row, index) => (index !== changed && row.tag === "MAIN" ? { ...row, tag: "UNTAGGED" } : row));
}

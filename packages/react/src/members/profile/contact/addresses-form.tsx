import { useMemo } from "react";
import type { AuthTexts } from "../../../auth/form/auth-screen.tsx";
import type { MemberDetails } from "../../../auth/member-client.ts";
import { isPostalCodeOf, listCountries } from "../../../auth/phone/countries.ts";
import { countryName } from "../../../auth/phone/country-name.ts";
import { type Row, type RowField, RowsForm } from "../rows-form.tsx";
import type { DetailsSectionProps } from "../use-account-details.ts";

type Addresses = MemberDetails["addresses"];

const tags = ["UNTAGGED", "HOME", "WORK", "BILLING", "SHIPPING"] as const;
const parts = ["addressLine1", "addressLine2", "city", "subdivision", "postalCode", "country"] as const;
/** Maps the server's field names to ours. */
const fieldOf = (part: string) => (part === "addressLine" ? "addressLine1" : part);

interface AddressesFormProps extends Pick<DetailsSectionProps, "text" | "appearance" | "update" | "onDirty"> {
  addresses: Addresses;
  onDone(isSaved: boolean): void;
}

/** A form for all addresses. */
export function AddressesForm({ addresses, text, appearance, update, onDirty, onDone }: AddressesFormProps) {
  const fields = useMemo(() => addressFields(text), [text]);
  const empty: Row = { tag: "UNTAGGED", ...Object.fromEntries(parts.map((name) => [name, ""])) };
  const rows: Row[] = addresses.map(({ tag, address }) => ({
    ...empty,
    tag,
    ...Object.fromEntries(parts.map((name) => [name, address[name] ?? ""])),
  }));
  const toAddress = (row: Row) => {
    const typed = Object.fromEntries(parts.map((name) => [name, row[name]?.trim() || null]));
    // Properties without a field apply as long as the other lines are unchanged.
    const former = rows.findIndex((stored) => parts.every((name) => stored[name] === row[name]));
    return { tag: row.tag, address: addresses[former]?.address ?? typed };
  };
  return (
    <RowsForm
      {...{ text, appearance, onDirty, onDone, rows, empty, fieldOf }}
      addLabel={text("profile.addresses.add")}
      nameOf={(_row, index) => text("profile.addresses.nth", { n: index + 1 })}
      fieldsOf={() => fields}
      save={(changed) => update({ addresses: changed.map(toAddress) as Addresses })}
    />
  );
}

function addressFields(text: AuthTexts): RowField[] {
  const countries = [{ value: "", label: text("profile.addresses.choose") }, ...listCountries(text.language)];
  const line = (name: (typeof parts)[number], label: string, maxLength: number, missing?: string): RowField => {
    const long = text("profile.addresses.long", { n: maxLength });
    return {
      name,
      label,
      isOptional: !missing,
      refused: long,
      check: (typed) => (missing && !typed.trim() ? missing : typed.trim().length > maxLength ? long : undefined),
    };
  };
  const postalCode = line("postalCode", text("profile.addresses.postalCode"), 20);
  return [
    {
      name: "tag",
      label: text("profile.addresses.tag"),
      options: tags.map((value) => ({ value, label: text(`profile.addressTag.${value}`) })),
    },
    {
      ...line("addressLine1", text("profile.addresses.line"), 200, text("profile.addresses.lineMissing")),
      autoComplete: "address-line1",
    },
    { ...line("addressLine2", text("profile.addresses.lineMore"), 200), autoComplete: "address-line2" },
    {
      ...line("city", text("profile.addresses.city"), 100, text("profile.addresses.cityMissing")),
      autoComplete: "address-level2",
    },
    { ...line("subdivision", text("profile.addresses.subdivision"), 50), autoComplete: "address-level1" },
    {
      ...postalCode,
      autoComplete: "postal-code",
      check: (typed, row) =>
        postalCode.check?.(typed, row) ??
        (isPostalCodeOf(typed, row.country ?? "")
          ? undefined
          : text("profile.addresses.postalCodeWrong", { country: countryName(row.country ?? "", text.language) })),
    },
    {
      name: "country",
      label: text("profile.addresses.country"),
      options: countries,
      autoComplete: "country",
      check: (chosen) => (chosen ? undefined : text("profile.addresses.countryMissing")),
      refused: text("profile.addresses.countryMissing"),
    },
  ];
}

import type { AddressPart } from "@porchlight/contract/forms/form-fields";
import { useMemo } from "react";
import { listCountries } from "../../auth/phone/countries.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import type { GroupProps } from "./field-props.ts";

/** Source: HTML Standard, autofill detail tokens. */
const autoCompletes: Readonly<Record<AddressPart, string>> = {
  addressLine: "address-line1",
  streetName: "address-line1",
  streetNumber: "off",
  addressLine2: "address-line2",
  postalCode: "postal-code",
  city: "address-level2",
  subdivision: "address-level1",
  country: "country",
};

/** The parts of an address. Default export for `lazy`. */
export default function AddressControls({ field, text, attributesOf }: GroupProps) {
  return (
    <div className="site-form-parts">
      {field.addressParts.map((part, index) => {
        const isRequired = part === "country" || field.limits.fields?.[part]?.required;
        const label = text(part === "addressLine2" ? "forms.address.secondLine" : `forms.address.${part}`);
        const attributes = attributesOf(part, index === 0);
        return (
          <div key={part} data-part-of={part}>
            <label className="site-editor-label" htmlFor={attributes.id}>
              {isRequired ? label : text("common.field.optional", { label })}
            </label>
            {part === "country" ? (
              <CountryControl field={field} text={text} attributes={attributes} />
            ) : (
              <input {...attributes} className="site-input" autoComplete={autoCompletes[part]} dir="auto" />
            )}
          </div>
        );
      })}
    </div>
  );
}

/**
 * A list of countries in the browser's own names. Servers have other names for some, so the first render is an input
 * for a name or the two-letter code.
 */
function CountryControl({
  field,
  text,
  attributes,
}: Pick<GroupProps, "field" | "text"> & { attributes: ReturnType<GroupProps["attributesOf"]> }) {
  const hasScripts = useHydrated();
  const { allowedCountries = [] } = field.limits;
  const countries = useMemo(
    () =>
      hasScripts
        ? listCountries(text.language).filter(
            ({ value }) => allowedCountries.length === 0 || allowedCountries.includes(value),
          )
        : [],
    [hasScripts, text, allowedCountries],
  );
  const { readOnly, defaultValue, ...rest } = attributes;
  const initial = defaultValue || field.defaultCountry || "";
  if (!hasScripts) {
    return <input {...rest} className="site-input" autoComplete="country" defaultValue={initial} readOnly={readOnly} />;
  }
  return (
    <select {...rest} className="site-input" autoComplete="country" defaultValue={initial} disabled={readOnly}>
      <option value="">{text("forms.field.choose")}</option>
      {countries.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

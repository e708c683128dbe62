import type { MemberAddress } from "../../../auth/member-client.ts";
import { countryName } from "../../../auth/phone/country-name.ts";
import { DescriptionItem, DescriptionList } from "../../account-section.tsx";
import { EditableSection } from "../../editable-section.tsx";
import type { DetailsSectionProps } from "../use-account-details.ts";

const loadForm = async () => (await import("./addresses-form.tsx")).AddressesForm;

/** The member's addresses, formatted as on a letter, with a form. */
export function AddressesSection({ details, text, update, onDirty, appearance, headingLevel }: DetailsSectionProps) {
  const { addresses } = details;
  return (
    <EditableSection
      name="addresses"
      title={text("profile.addresses.title")}
      addAction={addresses.length === 0 && "profile.addresses.add"}
      {...{ text, appearance, headingLevel, loadForm }}
      form={(AddressesForm, onDone) => <AddressesForm {...{ addresses, text, appearance, update, onDirty, onDone }} />}
    >
      <DescriptionList appearance={appearance}>
        {addresses.map(({ tag, address }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: addresses may be identical
          <DescriptionItem key={index} name={text(`profile.addressTag.${tag}`)}>
            <AddressLines address={address} language={text.language} />
          </DescriptionItem>
        ))}
      </DescriptionList>
    </EditableSection>
  );
}

/** An address, formatted as on a letter. */
function AddressLines({ address, language }: { address: MemberAddress; language: string }) {
  const { addressLine1, addressLine2, city, subdivision, postalCode, country } = address;
  const place =
    country === "US" || country === "GB" ? [city, subdivision, postalCode] : [postalCode, city, subdivision];
  const lines = [
    addressLine1,
    addressLine2,
    place.filter(Boolean).join(" "),
    country && countryName(country, language),
  ].filter(Boolean);
  return (
    <span>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be identical
        <bdi key={index} className="site-line">
          {line}
        </bdi>
      ))}
    </span>
  );
}

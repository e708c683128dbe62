import type { AddressEntry } from "../auth/member-client.ts";
import { Fact, Facts } from "./account-block.tsx";
import { countryName } from "./country-name.ts";
import { EditableBlock } from "./editable-block.tsx";
import type { DetailsBlockProps } from "./phones-block.tsx";

const loadForm = async () => (await import("./addresses-form.tsx")).AddressesForm;

/** The member's addresses: to read as they are written on a letter, and to change in place. */
export function AddressesBlock({ details, text, update, onDirty, appearance, headingLevel }: DetailsBlockProps) {
  const { addresses } = details;
  return (
    <EditableBlock
      name="addresses"
      title={text("profile.addresses.title")}
      {...{ text, appearance, headingLevel, loadForm }}
      form={(AddressesForm, onDone) => <AddressesForm {...{ addresses, text, appearance, update, onDirty, onDone }} />}
    >
      {addresses.length === 0 ? (
        <p className="site-muted">{text("profile.addresses.none")}</p>
      ) : (
        <Facts appearance={appearance}>
          {addresses.map(({ tag, address }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand there twice
            <Fact key={index} name={text(`profile.addressTag.${tag}`)}>
              <AddressLines address={address} language={text.language} />
            </Fact>
          ))}
        </Facts>
      )}
    </EditableBlock>
  );
}

/** An address as it is written. */
function AddressLines({ address, language }: { address: AddressEntry; language: string }) {
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
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
        <bdi key={index} className="site-line">
          {line}
        </bdi>
      ))}
    </span>
  );
}

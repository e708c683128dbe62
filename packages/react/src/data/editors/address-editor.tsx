import words from "@porchlight/contract/texts/en/data-editor.json" with { type: "json" };
import { useState } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { isRecord, type Json, readJson, writeJson } from "../form/json-values.ts";
import type { EditorProps } from "./editor-props.ts";

type Part = "street" | "postalCode" | "city" | "region" | "country" | "formatted";

/** In input order, with autofill tokens. */
const parts: readonly [Part, autoComplete: string][] = [
  ["street", "street-address"],
  ["postalCode", "postal-code"],
  ["city", "address-level2"],
  ["region", "address-level1"],
  ["country", "country-name"],
  ["formatted", "off"],
];

const asText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

function toParts(address: Json): Record<Part, string> {
  const street = isRecord(address.streetAddress) ? address.streetAddress : {};
  return {
    street: asText(street.formattedAddressLine) || [street.name, street.number].map(asText).filter(Boolean).join(" "),
    postalCode: asText(address.postalCode),
    city: asText(address.city),
    region: asText(address.subdivision),
    country: asText(address.country),
    formatted: asText(address.formatted),
  };
}

/** The address in one line, unless it has a custom format. */
const inOneLine = ({ street, postalCode, city, region, country }: Record<Part, string>): string =>
  [street, [postalCode, city].filter(Boolean).join(" "), region, country].filter(Boolean).join(", ");

/** An address by its parts. Its other properties are retained. Default export for `lazy`. */
export default function AddressEditor({ id, describedBy, isInvalid, labelId, typed, onTyped, messages }: EditorProps) {
  const text = useTexts(words, messages);
  const [initial] = useState<Json>(() => (typed === "" ? {} : (readJson(typed) as Json)));
  const [written, setWritten] = useState(() => toParts(initial));

  function change(part: Part, value: string) {
    const next = { ...written, [part]: value };
    if (part !== "formatted" && (written.formatted === "" || written.formatted === inOneLine(written)))
      next.formatted = inOneLine(next);
    setWritten(next);
    const address: Json = { ...initial };
    const was = toParts(initial);
    const put = (name: string, own: Part) => {
      if (next[own].trim() === was[own]) return;
      if (next[own].trim() === "") delete address[name];
      else address[name] = next[own].trim();
    };
    put("postalCode", "postalCode");
    put("city", "city");
    put("subdivision", "region");
    put("country", "country");
    put("formatted", "formatted");
    if (next.street.trim() !== was.street) {
      const {
        name: _name,
        number: _number,
        formattedAddressLine: _line,
        ...rest
      } = Object(initial.streetAddress) as Json;
      if (next.street.trim() === "") delete address.streetAddress;
      else address.streetAddress = { ...rest, name: next.street.trim() };
    }
    onTyped(Object.keys(address).length > 0 ? writeJson(address) : "");
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the field's label
    <div role="group" className="site-editor-parts" aria-labelledby={labelId} aria-describedby={describedBy}>
      {parts.map(([part, autoComplete], index) => (
        <div key={part} data-part-of={part}>
          <label className="site-editor-label" htmlFor={index === 0 ? id : `${id}-${part}`}>
            {text(`data.editor.${part}`)}
          </label>
          <input
            id={index === 0 ? id : `${id}-${part}`}
            className="site-input"
            autoComplete={autoComplete}
            aria-invalid={isInvalid || undefined}
            value={written[part]}
            onChange={({ target }) => change(part, target.value)}
          />
        </div>
      ))}
    </div>
  );
}

import words from "@porchlight/contract/texts/en/data-value.json" with { type: "json" };
import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { writeJson } from "../form/json-values.ts";
import type { FieldValueProps } from "./field-value-props.ts";

/** Entries of one list or object that are there at once; the others open behind them. */
const fewEntries = 20;
/** Objects within objects are laid out so deep; what is deeper stands there as it is kept. */
const deepest = 5;
/** Entries of one value that are laid out in all; a page of more would be slow to make and to read. */
const mostRows = 1000;

/** An address by its parts, in the order in which they are written. */
const addressLines = [
  ["streetAddress", "addressLine"],
  ["addressLine2"],
  ["postalCode", "city"],
  ["subdivision"],
  ["country"],
];

interface StructureProps extends FieldValueProps {
  /** What is shown of a value that holds no others, and of a list of those. */
  draw(props: FieldValueProps): ReactNode;
  nothing: ReactNode;
}

/** An object by its entries and a list by its places, however they hold each other. Default export: `lazy` asks for one. */
export default function StructureView(props: StructureProps) {
  const { field, value, messages, draw, nothing } = props;
  const text = useTexts(words, messages);
  let left = mostRows;

  function drawHeld(held: unknown, depth: number): ReactNode {
    if (isEmpty(held)) return nothing;
    if (isPlain(held)) return draw({ ...props, value: held });
    const isList = Array.isArray(held);
    if (isList && held.every((one) => isPlain(one) && !isEmpty(one) && !(one instanceof Date)))
      return draw({ ...props, value: held });
    if (depth > deepest) return <code className="site-structure-code">{writeJson(held)}</code>;
    const entries = Object.entries(held as object);
    // A line that says "1 more" takes as much room as the one.
    const few = entries.length > fewEntries + 5 ? fewEntries : entries.length;
    const drawList = (from: number, to: number) => drawRows(entries.slice(from, to), isList, from, depth);
    return (
      <>
        {drawList(0, few)}
        {few < entries.length && (
          <details className="site-structure-more">
            <summary>{text("data.value.more", { n: entries.length - few })}</summary>
            {drawList(few, entries.length)}
          </details>
        )}
      </>
    );
  }

  function drawRows(entries: [string, unknown][], isList: boolean, from: number, depth: number): ReactNode {
    const shown: ReactNode[] = [];
    for (const [key, one] of entries) {
      if (left-- <= 0) break;
      const inside = drawHeld(one, depth + 1);
      shown.push(
        isList ? (
          <li key={key}>{inside}</li>
        ) : (
          <div key={key}>
            <dt>{nameOf(key)}</dt>
            <dd>{inside}</dd>
          </div>
        ),
      );
    }
    const rest = entries.slice(shown.length);
    return (
      <>
        {shown.length === 0 ? null : isList ? (
          <ol className="site-structure" start={from + 1}>
            {shown}
          </ol>
        ) : (
          <dl className="site-structure">{shown}</dl>
        )}
        {rest.length > 0 && (
          <code className="site-structure-code">
            {writeJson(isList ? rest.map(([, one]) => one) : Object.fromEntries(rest))}
          </code>
        )}
      </>
    );
  }

  return (field.type === "ADDRESS" && addressOf(value as Address)) || drawHeld(value, 1);
}

const isPlain = (value: unknown): boolean => typeof value !== "object" || value instanceof Date;
const isEmpty = (value: unknown): boolean =>
  value === "" || value === undefined || (!isPlain(value) && Object.keys(value ?? {}).length === 0);

/** A name that was made for programs, as people write it; any other as it is. */
function nameOf(key: string): string {
  if (!/^[a-z][a-zA-Z0-9_]*$/.test(key)) return key;
  const spaced = key
    .replace(/_+/g, " ")
    .replace(/([a-z0-9])([A-Z])(?=[a-z])/g, (_all, end, start) => `${end} ${start.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).trimEnd();
}

type Address = Readonly<Record<string, unknown>>;

/** The lines of an address that nobody has written out. */
function addressOf(address: Address): ReactNode {
  const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
  const partOf = (name: string): string => {
    const { [name]: part } = address;
    if (typeof part !== "object" || part === null) return textOf(part);
    const { formattedAddressLine, name: street, number } = part as Address;
    return textOf(formattedAddressLine) || [street, number].map(textOf).filter(Boolean).join(" ");
  };
  const lines = addressLines.map((parts) => parts.map(partOf).filter(Boolean).join(" ")).filter(Boolean);
  return lines.length > 0 && lines.join("\n");
}

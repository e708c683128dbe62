import words from "@porchlight/contract/texts/en/data-value.json" with { type: "json" };
import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { FieldValueProps } from "../field-value.tsx";
import { writeJson } from "../json-values.ts";

/** Entries of one list or object that are there at once; the others open behind them. */
const fewEntries = 20;
/** Objects within objects are laid out so deep; what is deeper stands there as it is kept. */
const deepest = 5;

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
  const { field, value } = props;
  return (field.type === "ADDRESS" && addressOf(value as Address)) || <Held {...props} depth={1} />;
}

const isPlain = (value: unknown): boolean => typeof value !== "object" || value instanceof Date;
const isEmpty = (value: unknown): boolean =>
  value === "" || value === undefined || (!isPlain(value) && Object.keys(value ?? {}).length === 0);

function Held({ depth, ...props }: StructureProps & { depth: number }): ReactNode {
  const { value, messages, draw, nothing } = props;
  const more = useTexts(words, messages);
  if (isEmpty(value)) return nothing;
  if (isPlain(value)) return draw(props);
  const isList = Array.isArray(value);
  if (depth > deepest) return <code className="site-structure-code">{writeJson(value)}</code>;
  if (isList && value.every((one) => isPlain(one) && !isEmpty(one) && !(one instanceof Date))) return draw(props);
  const rows = Object.entries(value as object).map(([key, one]) => {
    const inside = { ...props, value: one, depth: depth + 1 };
    return isList ? (
      <li key={key}>
        <Held {...inside} />
      </li>
    ) : (
      <div key={key}>
        <dt>{nameOf(key)}</dt>
        <dd>
          <Held {...inside} />
        </dd>
      </div>
    );
  });
  const List = isList ? "ol" : "dl";
  // A line that says "1 more" takes as much room as the one.
  const few = rows.length > fewEntries + 5 ? fewEntries : rows.length;
  return (
    <>
      <List className="site-structure">{rows.slice(0, few)}</List>
      {few < rows.length && (
        <details className="site-structure-more">
          <summary>{more("data.value.more", { n: rows.length - few })}</summary>
          {isList ? (
            <ol className="site-structure" start={few + 1}>
              {rows.slice(few)}
            </ol>
          ) : (
            <dl className="site-structure">{rows.slice(few)}</dl>
          )}
        </details>
      )}
    </>
  );
}

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

import words from "@porchlight/contract/texts/en/data-value.json" with { type: "json" };
import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { writeJson } from "../form/json-values.ts";
import type { FieldValueProps } from "./field-value-props.ts";

/** Number of entries shown initially. */
const fewEntries = 20;
/** Maximum depth; deeper values are shown as JSON. */
const maxDepth = 5;
/** Maximum number of entries in total, to limit the page size. */
const maxRows = 1000;

/** Address parts, in display order. */
const addressLines = [
  ["streetAddress", "addressLine"],
  ["addressLine2"],
  ["postalCode", "city"],
  ["subdivision"],
  ["country"],
];

interface StructureProps extends FieldValueProps {
  /** Renders a scalar value, or a list of such. */
  draw(props: FieldValueProps): ReactNode;
  nothing: ReactNode;
}

/** An object or list with its nested entries. Default export for `lazy`. */
export default function StructureView(props: StructureProps) {
  const { field, value, messages, draw, nothing } = props;
  const text = useTexts(words, messages);
  let left = maxRows;

  function drawContent(content: unknown, depth: number): ReactNode {
    if (isEmpty(content)) return nothing;
    if (isPlain(content)) return draw({ ...props, value: content });
    const isList = Array.isArray(content);
    if (isList && content.every((one) => isPlain(one) && !isEmpty(one) && !(one instanceof Date)))
      return draw({ ...props, value: content });
    if (depth > maxDepth) return <code className="site-structure-code">{writeJson(content)}</code>;
    const entries = Object.entries(content as object);
    // A button "1 more" takes as much space as the entry.
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
      const inside = drawContent(one, depth + 1);
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

  return (field.type === "ADDRESS" && addressOf(value as Address)) || drawContent(value, 1);
}

const isPlain = (value: unknown): boolean => typeof value !== "object" || value instanceof Date;
const isEmpty = (value: unknown): boolean =>
  value === "" || value === undefined || (!isPlain(value) && Object.keys(value ?? {}).length === 0);

/** An identifier in words; other names unchanged. */
function nameOf(key: string): string {
  if (!/^[a-z][a-zA-Z0-9_]*$/.test(key)) return key;
  const spaced = key
    .replace(/_+/g, " ")
    .replace(/([a-z0-9])([A-Z])(?=[a-z])/g, (_all, end, start) => `${end} ${start.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).trimEnd();
}

type Address = Readonly<Record<string, unknown>>;

/** The lines of an unformatted address. */
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

import { cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";

type Props = { children?: ReactNode; style?: Readonly<Record<string, string | number | undefined>> };

/** Properties whose numbers are not pixels. */
const plainNumbers = /^(?:--.*|flexGrow|lineHeight)$/;

/**
 * Moves inline styles to one style sheet, for pages whose policy allows style sheets with a nonce but no style
 * attributes. Scripts could set these, but only after the first paint.
 *
 * @param prefix Distinguishes several documents on a page.
 */
export function withStyleSheet(blocks: ReactNode, nonce: string, prefix: string): ReactNode {
  const rules = new Map<string, string>();

  function nameOf(style: NonNullable<Props["style"]>): string {
    const rule = Object.entries(style)
      .map(([property, value]) => writeDeclaration(property, value))
      .join("");
    const name = rules.get(rule) ?? `${prefix}${rules.size}`;
    rules.set(rule, name);
    return name;
  }

  function undress(node: ReactNode): ReactNode {
    if (Array.isArray(node)) return node.map(undress);
    if (!isValidElement(node)) return node;
    const { children, style } = (node as ReactElement<Props>).props;
    const look = style ? { style: undefined, "data-look": nameOf(style) } : {};
    if (children === undefined) return style ? cloneElement(node, look) : node;
    const inner = undress(children);
    // Passed individually, children need no keys.
    return Array.isArray(inner) ? cloneElement(node, look, ...inner) : cloneElement(node, look, inner);
  }

  const undressed = undress(blocks);
  const sheet = [...rules].map(([rule, name]) => `[data-look="${name}"]{${rule}}`).join("");
  if (sheet === "") return undressed;
  return (
    <>
      {/* Browsers hide the nonce from scripts, so hydration cannot compare it. */}
      <style nonce={nonce} suppressHydrationWarning>
        {sheet}
      </style>
      {undressed}
    </>
  );
}

function writeDeclaration(property: string, value: string | number | undefined): string {
  if (value === undefined) return "";
  const name = property.startsWith("--")
    ? property
    : property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const text = typeof value === "number" && value !== 0 && !plainNumbers.test(property) ? `${value}px` : String(value);
  // A final check: styles consist of numbers and known keywords.
  return /^[\w\s.,%()/#'-]+$/.test(text) ? `${name}:${text};` : "";
}

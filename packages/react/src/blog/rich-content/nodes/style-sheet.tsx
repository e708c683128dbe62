import { cloneElement, isValidElement, type ReactElement, type ReactNode } from "react";

type Props = { children?: ReactNode; style?: Readonly<Record<string, string | number | undefined>> };

/** Properties whose numbers are no pixels. */
const plainNumbers = /^(?:--.*|flexGrow|lineHeight)$/;

/**
 * The same elements with their looks in one style sheet before them, for pages whose policy takes style sheets with a nonce and no style
 * attributes. Scripts could set these, but the page is to look right before.
 *
 * @param prefix Tells apart several documents on a page.
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
    // Given one by one, children need no keys, as they needed none before.
    return Array.isArray(inner) ? cloneElement(node, look, ...inner) : cloneElement(node, look, inner);
  }

  const undressed = undress(blocks);
  const sheet = [...rules].map(([rule, name]) => `[data-look="${name}"]{${rule}}`).join("");
  if (sheet === "") return undressed;
  return (
    <>
      {/* A browser hides the nonce from scripts, so that there is nothing to compare. */}
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
  // Looks are made of numbers and known words; this is the last door.
  return /^[\w\s.,%()/#'-]+$/.test(text) ? `${name}:${text};` : "";
}

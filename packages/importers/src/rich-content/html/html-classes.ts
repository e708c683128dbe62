import type { Element } from "hast";

/** The classes of an element. */
export function classesOf({ properties: { className } }: Element): string[] {
  return Array.isArray(className) ? className.map(String) : [];
}

/** The child elements, without text and comments. */
export function elementsOf({ children }: Element): Element[] {
  return children.filter((child) => child.type === "element");
}

/** The first element below `element`, in document order, for which `matches` returns true. */
export function findElement(element: Element, matches: (inner: Element) => boolean): Element | undefined {
  for (const child of elementsOf(element)) {
    const found = matches(child) ? child : findElement(child, matches);
    if (found) return found;
  }
  return undefined;
}

/** The value of a property of the element's `style` attribute. */
export function styleOf({ properties: { style } }: Element, name: string): string | undefined {
  const declarations = typeof style === "string" ? style.slice(0, 4000).split(";") : [];
  for (const declaration of declarations) {
    const colon = declaration.indexOf(":");
    if (declaration.slice(0, colon).trim().toLowerCase() === name) return declaration.slice(colon + 1).trim();
  }
  return undefined;
}

/** Own class names per part, added to ours: `appearance={{ card: "rounded-none", submit: "brand-button" }}`. */
export type Appearance = Readonly<Record<string, string | undefined>>;

/** Joins class names, leaving out what is empty. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

/** Attributes of one part: our class, the caller's, and the hook for tests and styles. */
export function part(name: string, className: string, appearance?: Appearance) {
  return { "data-part": name, className: classNames(className, appearance?.[name]) };
}

/** Custom class names by part, in addition to ours: `appearance={{ card: "rounded-none", submit: "brand-button" }}`. */
export type Appearance = Readonly<Record<string, string | undefined>>;

/** Joins class names, skipping empty ones. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

/** Attributes of a part: its class names, and `data-part` for tests and styles. */
export function part(name: string, className: string, appearance?: Appearance) {
  return { "data-part": name, className: classNames(className, appearance?.[name]) };
}

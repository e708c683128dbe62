/** Looks up words by key and fills in what stands in braces. */
export type Text<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** Words of one part of the site, which come along with that part's script and no other. */
export function createText<Key extends string>(words: Readonly<Record<Key, string>>): Text<Key> {
  return (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces));
}

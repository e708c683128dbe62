/** Looks up words by key and fills in the site's name where they say `{site}`. */
export type Text<Key extends string> = (key: Key, values?: { site?: string }) => string;

/** Words of one part of the site, which come along with that part's script and no other. */
export function createText<Key extends string>(words: Readonly<Record<Key, string>>): Text<Key> {
  return (key, { site = "" } = {}) => words[key].replace("{site}", () => site);
}

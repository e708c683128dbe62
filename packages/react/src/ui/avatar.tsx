/** Props of {@link Avatar}. */
export interface AvatarProps {
  name: string;
  /** URL of a photo. Default: the initials. */
  src?: string | null | undefined;
}

/** A small round photo of a person. Decorative: the name is next to it or in the button's label. */
export function Avatar({ name, src }: AvatarProps) {
  return (
    <span className="site-avatar" aria-hidden="true" data-initials={src ? undefined : initials(name)}>
      {src && <img src={src} alt="" width={32} height={32} decoding="async" />}
    </span>
  );
}

/** At most two initials, of the first and last word, or of an email address's local part. */
export function initials(name: string): string {
  const words = name
    .replace(/@.*/u, "")
    .split(/[\s._-]+/u)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ""));
  return letters.join("").toLocaleUpperCase();
}

/** Props of {@link Avatar}. */
export interface AvatarProps {
  name: string;
  /** Address of a picture; the first letters of the name stand in for it. */
  src?: string | null | undefined;
}

/** A small round picture of a person. Decoration: the name stands beside it or in the button's label. */
export function Avatar({ name, src }: AvatarProps) {
  return (
    <span className="site-avatar" aria-hidden="true" data-initials={src ? undefined : initials(name)}>
      {src && <img src={src} alt="" width={32} height={32} decoding="async" />}
    </span>
  );
}

/** At most two first letters, of the first and the last word; of an e-mail address, of what stands before the @. */
export function initials(name: string): string {
  const words = name
    .replace(/@.*/u, "")
    .split(/[\s._-]+/u)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ""));
  return letters.join("").toLocaleUpperCase();
}

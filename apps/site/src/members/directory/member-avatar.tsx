import type { ListedMember } from "./directory-loader.ts";

/** A member's photo, or the first letter of the name. Decorative: the name is next to it. */
export function MemberAvatar({ photo, name }: { photo: ListedMember["photo"]; name: string }) {
  if (photo) {
    return (
      <img
        className="member-avatar"
        src={photo.url}
        width={photo.width}
        height={photo.height}
        alt=""
        loading="lazy"
        decoding="async"
      />
    );
  }
  return (
    <span className="member-avatar" aria-hidden="true">
      {[...name][0]?.toLocaleUpperCase()}
    </span>
  );
}

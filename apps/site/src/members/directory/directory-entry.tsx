import { Anchor } from "@porchlight/react";
import { createText } from "../../texts.ts";
import type { ListedMember } from "./directory-loader.ts";

/** Texts of the member directory and the profile pages. */
export const directoryText = createText({
  "members.title": "Members",
  "members.results": "Members with “{words}”",
  "members.label": "Search members",
  "members.submit": "Search",
  "members.count": "{n, plural, one {# member} other {# members}}",
  "members.empty": "There are no members with a public profile yet.",
  "members.nothing": "No member has “{words}” in their name.",
  "members.failed": "We could not load the members.",
  "members.pages": "More members",
  "members.before": "Previous",
  "members.after": "Next",
  "members.unnamed": "Member",
  "members.since": "Joined {date}",
  "members.about": "About",
  "members.edit": "Edit your profile",
  "members.back": "All members",
});

/** A member in the directory; the whole card is a link. */
export function DirectoryEntry({ member }: { member: ListedMember }) {
  const name = member.name ?? directoryText("members.unnamed");
  return (
    <li>
      <MemberAvatar photo={member.photo} name={name} />
      <div>
        <Anchor href={`/members/${encodeURIComponent(member.slug)}`}>
          <bdi>{name}</bdi>
        </Anchor>
        {member.title ? (
          <p className="muted">
            <bdi>{member.title}</bdi>
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** The first character as a reader sees it: an emoji can consist of several code points. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toLocaleUpperCase() ?? "";
}

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
      {firstLetter(name)}
    </span>
  );
}

import { createText } from "../../texts.ts";

/** Texts of the member directory and the profile pages. */
export const directoryText = createText({
  "members.title": "Members",
  "members.results": "Members with “{words}”",
  "members.label": "Search members",
  "members.submit": "Search",
  "members.one": "1 member",
  "members.count": "{n} members",
  "members.empty": "There are no members with a public profile yet.",
  "members.nothing": "No member has “{words}” in their name.",
  "members.failed": "We could not load the members.",
  "members.pages": "More members",
  "members.before": "Previous",
  "members.after": "Next",
  "members.unnamed": "Member",
  "members.since": "Member since {date}",
  "members.about": "About",
  "members.edit": "Edit your profile",
  "members.back": "All members",
});

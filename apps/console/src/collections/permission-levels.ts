import type { CollectionPermissionLevels, DataCollection, PermissionLevel } from "@porchlight/client/data";
import { text } from "../texts/text.ts";

/** What can be done with items, by the name of its level. */
export const operations = [
  { level: "itemRead", name: text("Read items") },
  { level: "itemInsert", name: text("Add items") },
  { level: "itemUpdate", name: text("Change items") },
  { level: "itemRemove", name: text("Delete items") },
] as const satisfies readonly { level: keyof CollectionPermissionLevels; name: string }[];

/** The levels, from the widest to the narrowest. */
export const levelNames: readonly { id: PermissionLevel; label: string; hint: string }[] = [
  { id: "ANYONE", label: text("Anyone"), hint: text("Everyone on the internet, without an account.") },
  { id: "SITE_MEMBER", label: text("Members"), hint: text("Members who are signed in.") },
  {
    id: "SITE_MEMBER_AUTHOR",
    label: text("Author of the item"),
    hint: text("Members, for the items they have added."),
  },
  { id: "CMS_EDITOR", label: text("Editors"), hint: text("Editors and owners in this console.") },
  {
    id: "PRIVILEGED",
    label: text("Owners"),
    hint: text("Owners in this console, and programs with an admin key."),
  },
];

/** The kinds of callers, and the levels that include each. The author is a member, for an item they have added. */
export const audiences = [
  { id: "visitor", name: text("A visitor"), levels: ["ANYONE"] },
  { id: "member", name: text("A member"), levels: ["ANYONE", "SITE_MEMBER"] },
  { id: "author", name: text("The author of an item"), levels: ["ANYONE", "SITE_MEMBER", "SITE_MEMBER_AUTHOR"] },
  { id: "editor", name: text("An editor"), levels: ["ANYONE", "SITE_MEMBER", "SITE_MEMBER_AUTHOR", "CMS_EDITOR"] },
] as const satisfies readonly { id: string; name: string; levels: readonly PermissionLevel[] }[];

/**
 * Whether the audience may perform the operation. Reading is part of changing and deleting an item, and each member is
 * the author of the items that they add.
 */
export function isAllowed(
  levels: Pick<CollectionPermissionLevels, (typeof operations)[number]["level"]>,
  audience: (typeof audiences)[number],
  operation: (typeof operations)[number]["level"],
): boolean {
  const has = (level: PermissionLevel) => (audience.levels as readonly PermissionLevel[]).includes(level);
  if (operation === "itemInsert" && levels.itemInsert === "SITE_MEMBER_AUTHOR" && audience.id === "member") return true;
  const isWrite = operation === "itemUpdate" || operation === "itemRemove";
  return has(levels[operation]) && (!isWrite || has(levels.itemRead));
}

const roleNames: Readonly<Record<DataCollection["permissions"]["read"], string>> = {
  ANYONE: text("Anyone"),
  SITE_MEMBER: text("Members"),
  SITE_MEMBER_AUTHOR: text("Author of the item"),
  ADMIN: text("Editors"),
};
const verbs = [
  { name: "read", label: text("read") },
  { name: "insert", label: text("add") },
  { name: "update", label: text("change") },
  { name: "remove", label: text("delete") },
] as const;

/** Who may do what, in a few words: "Anyone: read · Editors: add, change, delete". */
export function describePermissions(permissions: DataCollection["permissions"]): string {
  return Object.entries(roleNames)
    .map(([role, who]) => ({ who, can: verbs.filter(({ name }) => permissions[name] === role) }))
    .filter(({ can }) => can.length > 0)
    .map(({ who, can }) => text("{who}: {what}", { who, what: can.map(({ label }) => label).join(", ") }))
    .join(" · ");
}

import type { MediaUsage } from "@porchlight/client/media";
import { Link } from "react-router";
import { useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";

const kindNames: Readonly<Record<MediaUsage["kind"], string>> = {
  POST: text("Post"),
  POST_VERSION: text("Earlier version of a post"),
  CATEGORY: text("Category"),
  TAG: text("Tag"),
  ITEM: text("Item"),
  FORM: text("Form"),
  PAGE: text("Page"),
  SETTING: text("Setting"),
  EMAIL: text("Email"),
  TEXT: text("Text of the site"),
};

const settingNames: Readonly<Record<string, string>> = {
  logo: text("Logo"),
  logoDark: text("Logo on dark pages"),
  icon: text("Icon"),
};

/** The content that uses a file, with links for those who may open it. */
export function UsageList({ usages }: { usages: readonly MediaUsage[] }) {
  const { role } = useStaffAccount();
  return (
    <ul className="grid gap-1">
      {usages.map((usage) => {
        const { kind, _id: id, title } = usage;
        const name = (kind === "SETTING" && settingNames[id]) || title || text("Untitled");
        const path = role === "author" && !kind.startsWith("POST") ? undefined : pathOf(usage);
        return (
          <li key={`${kind} ${usage.collectionId} ${id}`} className="min-w-0">
            <span className="text-muted">{kindNames[kind]}</span>{" "}
            {path ? (
              <Link to={path} className="font-medium text-accent underline">
                {name}
              </Link>
            ) : (
              <span className="font-medium">{name}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function pathOf({ kind, _id: id, collectionId }: MediaUsage): string | undefined {
  switch (kind) {
    case "POST":
      return `/posts/${id}`;
    case "POST_VERSION":
      return `/posts/${id}/history`;
    case "CATEGORY":
      return "/posts/categories";
    case "TAG":
      return "/posts/tags";
    case "ITEM":
      return collectionId && `/collections/${encodeURIComponent(collectionId)}/items/${encodeURIComponent(id)}`;
    case "FORM":
      return "/forms";
    default:
      return undefined;
  }
}

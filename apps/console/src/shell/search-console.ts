import type { StaffRole } from "@porchlight/client/staff";
import type { Clients } from "../clients.ts";
import { text } from "../texts/text.ts";
import { sections } from "./sections.ts";

/** Something to open. */
export interface SearchResult {
  path: string;
  name: string;
  hint?: string;
}

/** What was found of one kind. */
export interface SearchResultGroup {
  name: string;
  entries: SearchResult[];
}

const maxEntries = 5;

const furtherPages: readonly (SearchResult & { roles: readonly StaffRole[] })[] = [
  { path: "/posts/new", name: text("New post"), roles: ["owner", "editor", "author"] },
  { path: "/posts/categories", name: text("Categories"), roles: ["owner", "editor"] },
  { path: "/posts/comments", name: text("Comments"), roles: ["owner", "editor", "author"] },
  { path: "/posts/tags", name: text("Tags"), roles: ["owner", "editor"] },
  { path: "/forms/inbox", name: text("Inbox"), roles: ["owner", "editor", "support"] },
  { path: "/members/import", name: text("Import members"), roles: ["owner", "support"] },
  { path: "/settings/webhooks", name: text("Webhooks"), roles: ["owner"] },
  { path: "/settings/jobs", name: text("Jobs"), roles: ["owner"] },
  { path: "/settings/health", name: text("Health"), roles: ["owner"] },
  { path: "/settings/audit-log", name: text("Audit log"), roles: ["owner"] },
];

/** The pages that a role may see, by their name. */
export function findPages(role: StaffRole, typed: string): SearchResult[] {
  const words = typed.trim().toLocaleLowerCase();
  return [...sections, ...furtherPages]
    .filter(({ roles, name }) => roles.includes(role) && name.toLocaleLowerCase().includes(words))
    .map(({ path, name }) => ({ path, name }));
}

/**
 * Posts, members, collections and forms that a role may see, by their name. Kinds that cannot be searched at the moment
 * are left out. @throws {PorchlightError} if a search failed and the others found nothing.
 */
export async function searchConsole(
  site: Clients["site"],
  role: StaffRole,
  words: string,
  signal: AbortSignal,
): Promise<SearchResultGroup[]> {
  const includes = (name: string) => name.toLocaleLowerCase().includes(words.toLocaleLowerCase());
  const kinds: { name: string; roles: readonly StaffRole[]; find(): Promise<SearchResult[]> }[] = [
    {
      name: text("Posts"),
      roles: ["owner", "editor", "author"],
      async find() {
        const { draftPosts } = await site.draftPosts.queryDraftPosts(
          {
            filter: { title: { $contains: words } },
            sort: [{ fieldName: "editedDate", order: "DESC" }],
            paging: { limit: maxEntries },
          },
          {},
          { signal },
        );
        return draftPosts.map(({ _id, title }) => ({ path: `/posts/${_id}`, name: title || text("Untitled post") }));
      },
    },
    {
      name: text("Members"),
      roles: ["owner", "support"],
      async find() {
        const { members } = await site.members.queryMembers(
          { paging: { limit: maxEntries } },
          { fieldsets: ["FULL"], search: { expression: words } },
          { signal },
        );
        return members.map(({ _id, profile, loginEmail = "" }) => ({
          path: `/members/${_id}`,
          name: profile.nickname || loginEmail || text("Without a name"),
          hint: loginEmail ?? "",
        }));
      },
    },
    {
      name: text("Collections"),
      roles: ["owner", "editor"],
      async find() {
        const { collections } = await site.collections.listDataCollections({ paging: { limit: 1000 } }, { signal });
        return collections
          .map(({ _id, displayName }) => ({
            path: `/collections/${encodeURIComponent(_id)}`,
            name: displayName || _id,
          }))
          .filter(({ name }) => includes(name));
      },
    },
    {
      name: text("Forms"),
      roles: ["owner", "editor"],
      async find() {
        const { forms } = await site.forms.listForms("wix.form_app.form", { paging: { limit: 100 } }, { signal });
        return forms
          .map(({ _id, name }) => ({ path: `/forms/inbox?form=${_id}`, name: name || text("Form without a name") }))
          .filter(({ name }) => includes(name));
      },
    },
  ];
  const allowed = kinds.filter(({ roles }) => roles.includes(role));
  const found = await Promise.allSettled(allowed.map(({ find }) => find()));
  const groups = found.flatMap((search, index) =>
    search.status === "fulfilled" ? { name: allowed[index]!.name, entries: search.value.slice(0, maxEntries) } : [],
  );
  const failed = found.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected" && groups.every(({ entries }) => entries.length === 0)) throw failed.reason;
  return groups;
}

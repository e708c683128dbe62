import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import type { BlogContext } from "../blog-context.ts";

/** A person who has written a post: a member of the site, or a staff account. */
export interface PostOwner {
  kind: "member" | "staff";
  id: string;
}

/** A caller who may write: an editor, or a person who may write own posts that editors publish. */
export type Writer =
  /** `person` is absent for programs. */
  | { mayPublish: true; person?: PostOwner | undefined }
  /** The owner of the posts. */
  | { mayPublish: false; person: PostOwner };

/** The writer for the command line and the server's own jobs. */
export const ownerWriter: Writer = { mayPublish: true };

/**
 * Authorizes writing and reading drafts: editors, authors, and all members if the setting `memberPosts` allows it.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function authorizeWriter(context: BlogContext, caller: Caller): Promise<Writer> {
  const person = personOf(caller);
  if (isEditor(caller)) return { mayPublish: true, person };
  if (person === undefined) throw new Refusal("NOT_ALLOWED");
  const mayWrite =
    caller.kind === "staff" ? caller.role === "author" : (await context.settings.read()).memberPosts !== "off";
  if (!mayWrite) throw new Refusal("NOT_ALLOWED");
  return { mayPublish: false, person };
}

/** The person who makes a request; `undefined` for visitors and programs. */
export function personOf(caller: Caller): PostOwner | undefined {
  if (caller.kind === "member") return { kind: "member", id: caller.memberId };
  return caller.kind === "staff" ? { kind: "staff", id: caller.staffId } : undefined;
}

/** The person whose posts the writer may see; `undefined` for all posts. */
export const visibleOwner = (writer: Writer): PostOwner | undefined => (writer.mayPublish ? undefined : writer.person);

/** Whether the writer may see a post. */
export function isVisibleTo(writer: Writer, draft: { memberId: string | null; staffId: string | null }): boolean {
  const owner = visibleOwner(writer);
  return owner === undefined || (owner.kind === "member" ? draft.memberId : draft.staffId) === owner.id;
}

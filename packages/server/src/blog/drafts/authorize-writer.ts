import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import type { BlogContext } from "../blog-context.ts";

/** A caller who may write: an editor, or a member who may write own posts that editors publish. */
export type Writer =
  | { mayPublish: true; memberId?: string | undefined }
  /** The owner of the posts. */
  | { mayPublish: false; memberId: string };

/** The writer for the command line and the server's own jobs. */
export const ownerWriter: Writer = { mayPublish: true };

/**
 * Authorizes writing and reading drafts: the owner, API keys of editors, and all members if the setting `memberPosts`
 * allows it.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function authorizeWriter(context: BlogContext, caller: Caller): Promise<Writer> {
  const memberId = caller.kind === "member" ? caller.memberId : undefined;
  if (isEditor(caller)) return { mayPublish: true, memberId };
  if (memberId === undefined || (await context.settings.read()).memberPosts === "off") throw new Refusal("NOT_ALLOWED");
  return { mayPublish: false, memberId };
}

/** The member whose posts the writer may see; `undefined` for all posts. */
export const visibleOwnerId = (writer: Writer): string | undefined => (writer.mayPublish ? undefined : writer.memberId);

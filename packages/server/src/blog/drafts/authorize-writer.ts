import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";
import type { BlogContext } from "../blog-context.ts";

/** Who writes: editors anything, and members, where the owner lets them, posts of their own that editors publish. */
export type Writer =
  | { mayPublish: true; memberId?: string | undefined }
  /** `memberId`: whose posts they are. */
  | { mayPublish: false; memberId: string };

/** Writers are what the command line and the server's own jobs count as. */
export const ownerWriter: Writer = { mayPublish: true };

/**
 * Lets pass who may write, and read what is not published: the owner, programs with a key of an editor, and with the setting
 * `memberPosts` every member.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
export async function authorizeWriter(context: BlogContext, caller: Caller): Promise<Writer> {
  const memberId = caller.kind === "member" ? caller.memberId : undefined;
  if (isEditor(caller)) return { mayPublish: true, memberId };
  if (memberId === undefined || (await context.settings.read()).memberPosts === "off") throw new Refusal("NOT_ALLOWED");
  return { mayPublish: false, memberId };
}

/** Whose posts alone a writer sees; everybody's where there is none. */
export const visibleOwnerId = (writer: Writer): string | undefined => (writer.mayPublish ? undefined : writer.memberId);

import type { Caller } from "../platform/context/caller.ts";
import { InvalidArguments, Refusal, violation } from "../platform/context/errors.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { updateSiteName } from "../platform/settings/sites-store.ts";

const maxNameLength = 100;

/**
 * Renames the site: its pages and emails show the new name. Other servers on the same database pick it up at their next start.
 *
 * @throws {Refusal} `NOT_ALLOWED` when the caller is not the owner. @throws {InvalidArguments}
 */
export async function renameSite({ db, site }: ServerContext, caller: Caller, name: string): Promise<void> {
  if (caller.kind !== "owner") throw new Refusal("NOT_ALLOWED");
  if (name.trim() === "" || name.length > maxNameLength || /\p{Cc}/u.test(name)) {
    throw new InvalidArguments([violation("name", `must have 1 to ${maxNameLength} characters on one line`)]);
  }
  await updateSiteName(db, site.id, name);
  site.name = name;
}

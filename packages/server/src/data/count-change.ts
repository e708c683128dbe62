import type { RequestContext } from "../platform/context/request-context.ts";
import { isEditor } from "../platform/identity/require-editor.ts";
import type { DataContext } from "./data-context.ts";

/**
 * Counts one change of items or collections. Visitors and members make so many a minute and no more; the owner's programs as many as they
 * like.
 *
 * @throws {Refusal} `TOO_MANY_REQUESTS`.
 */
export async function countChange(
  { limits }: Pick<DataContext, "limits">,
  { caller, ip }: Pick<RequestContext, "caller" | "ip">,
): Promise<void> {
  if (isEditor(caller)) return;
  await limits.count("changesPerIp", ip);
  if (caller.kind === "member") await limits.count("changesPerMember", caller.memberId);
}

import type { RequestContext } from "../platform/context/request-context.ts";
import { isEditor } from "../platform/identity/require-editor.ts";
import type { DataContext } from "./data-context.ts";

/** Rate-limits changes of items and collections by visitors and members. @throws {Refusal} `TOO_MANY_REQUESTS`. */
export async function countChange(
  { limits }: Pick<DataContext, "limits">,
  { caller, ip }: Pick<RequestContext, "caller" | "ip">,
): Promise<void> {
  if (isEditor(caller)) return;
  await limits.count("changesPerIp", ip);
  if (caller.kind === "member") await limits.count("changesPerMember", caller.memberId);
}

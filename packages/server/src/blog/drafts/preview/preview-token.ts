import type { Caller } from "../../../platform/context/caller.ts";
import { findCurrentCaller } from "../../../platform/identity/staff-callers.ts";
import type { BlogTxContext } from "../../blog-context.ts";

const lifetimeMs = 30 * 60_000;

interface PreviewState {
  siteId: string;
  list: PreviewKind;
  postId: string;
  /** Who created the link. */
  by: Caller;
  /** Milliseconds since the epoch. */
  expires: number;
}

/** What a preview link shows. */
export type PreviewKind = "post preview" | "page preview";

/** Creates an encrypted token that shows the draft with this id for 30 minutes, without naming its creator. */
export function createPreviewToken(
  { now, secrets, site }: BlogTxContext,
  list: PreviewKind,
  postId: string,
  by: Caller,
): { token: string; expiresDate: string } {
  const expires = now().getTime() + lifetimeMs;
  const state = { siteId: site.id, list, postId, by, expires } satisfies PreviewState;
  const token = secrets.seal(JSON.stringify(state)).toString("base64url");
  return { token, expiresDate: new Date(expires).toISOString() };
}

/**
 * The draft of a token, and who created it, with the rights that they have now; `undefined` if the token is invalid or
 * has expired, or its creator is no longer a member, staff, or a valid API key.
 */
export async function openPreviewToken(
  context: BlogTxContext,
  list: PreviewKind,
  token: string,
): Promise<{ id: string; creator: Caller } | undefined> {
  const state = readState(context, token);
  if (state?.list !== list || state.siteId !== context.site.id) return undefined;
  if (state.expires < context.now().getTime()) return undefined;
  const creator = await findCurrentCaller(context, state.by);
  return creator && { id: state.postId, creator };
}

function readState({ secrets }: BlogTxContext, token: string): PreviewState | undefined {
  try {
    return JSON.parse(secrets.unseal(Buffer.from(token, "base64url")));
  } catch {
    return undefined;
  }
}

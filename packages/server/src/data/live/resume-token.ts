import { createHash } from "node:crypto";
import type { Caller } from "../../platform/context/caller.ts";
import type { DataContext } from "../data-context.ts";
import { callerKeyOf } from "../permissions/access.ts";
import type { LiveQuery } from "./live-view.ts";

/** A position in the changes of a subscription. */
export interface ResumePosition {
  /** The PostgreSQL snapshot. */
  snapshot: string;
  epoch: string;
  /** The version of the collections: with another one, the subscriber has to read the list again. */
  version: string;
}

/** Shorter than the retention of changes, with room for clock skew. */
const tokenTtlMs = 5 * 60_000;

/** A hash of the caller and the query: a resume token is valid for one subscription only. */
export function subscriptionKey(context: Pick<DataContext, "site">, caller: Caller, query: LiveQuery): string {
  const { dataCollectionId, filter, fields, includeReferences, publishPluginOptions } = query;
  const parts = [context.site.id, callerKeyOf(context, caller), dataCollectionId, filter, fields, includeReferences];
  return createHash("sha256")
    .update(JSON.stringify([...parts, publishPluginOptions]))
    .digest("base64url");
}

/** Sealed because transaction ids reveal the write rate of the site. */
export function sealResumeToken(
  context: DataContext,
  key: string,
  { snapshot, epoch, version }: ResumePosition,
): string {
  return context.secrets
    .seal(JSON.stringify([key, snapshot, epoch, context.now().getTime(), version]))
    .toString("base64url");
}

/** @returns `undefined` if the token belongs to another subscription or has expired. */
export function openResumeToken(
  context: DataContext,
  key: string,
  text: string | undefined,
): ResumePosition | undefined {
  if (text === undefined) return undefined;
  try {
    const [owner, snapshot, epoch, at, version] = JSON.parse(context.secrets.unseal(Buffer.from(text, "base64url")));
    const isValid = context.now().getTime() - at < tokenTtlMs;
    return owner === key && isValid ? { snapshot, epoch, version } : undefined;
  } catch {
    return undefined;
  }
}

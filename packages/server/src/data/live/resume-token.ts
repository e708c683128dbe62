import { createHash } from "node:crypto";
import type { Caller } from "../../platform/context/caller.ts";
import type { DataContext } from "../data-context.ts";
import { callerKeyOf } from "../permissions/access.ts";
import type { LiveQuestion } from "./live-view.ts";

/** How far a reader has been told. */
export interface LivePosition {
  /** PostgreSQL's snapshot of that moment. */
  snapshot: string;
  epoch: string;
  /** Of the collection: with another one the reader's list is not what it would read now. */
  version: string;
}

/** Shorter than changes are kept, whatever the clocks of nodes say. */
const lifeMs = 5 * 60_000;

/** Tells readers and questions apart: a position counts for one of them. */
export function readerOf(context: Pick<DataContext, "site">, caller: Caller, question: LiveQuestion): string {
  const { dataCollectionId, filter, fields, includeReferences, publishPluginOptions } = question;
  const asked = [context.site.id, callerKeyOf(context, caller), dataCollectionId, filter, fields, includeReferences];
  return createHash("sha256")
    .update(JSON.stringify([...asked, publishPluginOptions]))
    .digest("base64url");
}

/** Sealed: numbers of transactions tell how much the whole site writes. */
export function writeLivePosition(
  context: DataContext,
  reader: string,
  { snapshot, epoch, version }: LivePosition,
): string {
  return context.secrets
    .seal(JSON.stringify([reader, snapshot, epoch, context.now().getTime(), version]))
    .toString("base64url");
}

/** @returns Nothing where it is none of this reader's, or too old. */
export function readLivePosition(
  context: DataContext,
  reader: string,
  text: string | undefined,
): LivePosition | undefined {
  if (text === undefined) return undefined;
  try {
    const [of, snapshot, epoch, at, version] = JSON.parse(context.secrets.unseal(Buffer.from(text, "base64url")));
    const isYoung = context.now().getTime() - at < lifeMs;
    return of === reader && isYoung ? { snapshot, epoch, version } : undefined;
  } catch {
    return undefined;
  }
}

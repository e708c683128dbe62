import {
  type CreateDataHookResponse,
  type DataHook,
  type DataHookAddress,
  type ListDataHooksResponse,
  maxHookUrls,
} from "@porchlight/contract/data/hooks/data-hook";
import { fieldRules } from "@porchlight/contract/field-rules";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import { InvalidArguments, Refusal, violation } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { newSecret } from "../../platform/crypto/secrets.ts";
import { newId } from "../../platform/db/ids.ts";
import { findTargetError } from "../../platform/http/outbound/send-outbound.ts";
import { lockCollection } from "../collections/collections-store.ts";
import type { DataContext } from "../data-context.ts";
import { collectionNotFound } from "../data-errors.ts";
import { requireOwner } from "../permissions/access.ts";
import type { HookRow } from "./hooks-store.ts";
import { deleteHook, findHooks, insertHook } from "./hooks-store.ts";

/**
 * Registers a hook URL for a collection; it takes effect on every server within a second.
 *
 * @throws {Refusal} `WDE0027` for all but the owner, `WDE0025`. @throws {InvalidArguments} for a URL that may not be
 * called.
 */
export async function createDataHook(
  context: DataContext,
  { caller }: Requester,
  { body }: { body: { hook: { collectionId: string; url: string; hooks: readonly DataHook[] } } },
): Promise<CreateDataHookResponse> {
  const { collectionId, url, hooks } = body.hook;
  requireOwner(caller, collectionId);
  const urlError = findUrlError(url, context.config.outbound ?? {});
  if (urlError !== undefined) throw new InvalidArguments([violation("hook.url", urlError)]);
  const at = context.now();
  const secret = newSecret();
  const row: HookRow = {
    site_id: context.site.id,
    id: newId(at.getTime()),
    collection_id: collectionId,
    url: new URL(url).href,
    hooks: [...hooks],
    secret: context.secrets.seal(secret),
    created_at: at,
  };
  await context.db.transaction().execute(async (tx) => {
    if (!(await lockCollection(tx, context.site.id, collectionId))) throw collectionNotFound(collectionId);
    if ((await findHooks(tx, context.site.id, collectionId)).length >= maxHookUrls) {
      const description = `are limited to ${maxHookUrls} per collection`;
      throw new InvalidArguments([violation("hook", description, "MAX_SIZE")]);
    }
    await insertHook(tx, row);
    await recordAuditEvent(tx, context, "data-hook-created", { by: caller, details: { collectionId } });
  });
  context.hooks.invalidate();
  return { hook: toAddress(row), secret };
}

/** Lists hook URLs without their secrets. @throws {Refusal} `WDE0027` for all but the owner. */
export async function listDataHooks(
  context: DataContext,
  { caller }: Requester,
  { query }: { query: { collectionId?: string | undefined } },
): Promise<ListDataHooksResponse> {
  requireOwner(caller, query.collectionId ?? "");
  return { hooks: (await findHooks(context.db, context.site.id, query.collectionId)).map(toAddress) };
}

/** @throws {Refusal} `WDE0027` for all but the owner, `NOT_FOUND`. */
export async function removeDataHook(
  context: DataContext,
  { caller }: Requester,
  { params }: { params: { hookId: string } },
): Promise<Record<never, never>> {
  requireOwner(caller, "");
  await context.db.transaction().execute(async (tx) => {
    const collectionId = await deleteHook(tx, context.site.id, params.hookId);
    if (collectionId === undefined) throw new Refusal("NOT_FOUND");
    await recordAuditEvent(tx, context, "data-hook-removed", { by: caller, details: { collectionId } });
  });
  context.hooks.invalidate();
  return {};
}

function findUrlError(url: string, policy: NonNullable<DataContext["config"]["outbound"]>): string | undefined {
  const urlError = findTargetError(url, policy);
  if (urlError !== undefined) return urlError;
  return new URL(url).protocol === "https:" || policy.privateTargets ? undefined : fieldRules.HTTPS_ADDRESS;
}

const toAddress = ({ id, collection_id: collectionId, url, hooks, created_at: at }: HookRow): DataHookAddress => ({
  id,
  collectionId,
  url,
  hooks,
  createdDate: at.toISOString(),
});

import { fieldRules } from "@porchlight/contract/field-rules";
import { type EventType, eventTypes } from "@porchlight/contract/webhooks/event";
import pg from "pg";
import { recordAuditEvent } from "../platform/audit/audit.ts";
import type { Caller } from "../platform/context/caller.ts";
import { isId, newId } from "../platform/db/ids.ts";
import { findTargetError } from "../platform/http/outbound/send-outbound.ts";
import { requireOwner } from "../platform/identity/require-editor.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { webhookDetails } from "./manage-webhooks.ts";
import { appExists, insertSubscription } from "./subscriptions-store.ts";

/** The reason why a webhook was rejected. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
  /** The rejected field of the webhook. */
  readonly field: "appId" | "url" | "events";

  constructor(message: string, field: WebhookError["field"] = "url") {
    super(message);
    this.field = field;
  }
}

/** `post_created` for `wix.blog.v3.post_created`. */
export const shortEventName = (type: EventType): string => type.slice(type.lastIndexOf(".") + 1);

/**
 * The types that these names mean: short or whole ones, or `all`.
 *
 * @throws {WebhookError}
 */
export function parseEventNames(names: readonly string[]): EventType[] {
  if (names.includes("all")) return [...eventTypes];
  const types = names.map((name) => {
    const found = eventTypes.find((type) => type === name || shortEventName(type) === name);
    if (found) return found;
    const available = eventTypes.map(shortEventName).join(", ");
    throw new WebhookError(`There is no event "${name}". There are: all, ${available}.`, "events");
  });
  if (types.length === 0) throw new WebhookError("A webhook needs at least one event.", "events");
  return eventTypes.filter((type) => types.includes(type));
}

const maxUrlLength = 2_000;

/** The webhook to create. */
export interface CreateWebhookInput {
  /** Client ID of the app that receives the events. */
  appId: string;
  /** An https URL; in development also http to this machine. */
  url: string;
  /** `post_created`, `wix.blog.v3.post_created`, or `all`. */
  events: readonly string[];
}

/**
 * Subscribes an app to future events.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {WebhookError}
 */
export async function createWebhook(
  context: ServerContext,
  caller: Caller,
  { appId, url, events }: CreateWebhookInput,
): Promise<{ id: string }> {
  requireOwner(caller);
  const { db, site, config } = context;
  const eventTypes = parseEventNames(events);
  const urlError = findUrlError(url, config.outbound ?? {});
  if (urlError !== undefined) throw new WebhookError(`The URL "${url.slice(0, 200)}" ${urlError}.`);
  const at = context.now();
  const id = newId(at.getTime());
  const creating = db.transaction().execute(async (tx) => {
    if (!isId(appId) || !(await appExists(tx, site.id, appId)))
      throw new WebhookError(`There is no app "${appId.slice(0, 200)}". This lists them: porchlight app list`, "appId");
    await insertSubscription(tx, { siteId: site.id, id, appId, url: new URL(url).href, eventTypes, at });
    await recordAuditEvent(tx, context, "webhook-created", { by: caller, appId, details: webhookDetails(id, url) });
  });
  await creating.catch((error: unknown) => {
    if (!isLocked(error)) throw error;
    throw new WebhookError(
      "A webhook cannot be created while an index of items is built or many items are written. Try again later.",
    );
  });
  return { id };
}

/** Source: PostgreSQL, "Error Codes", lock_not_available. */
const isLocked = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "55P03";

function findUrlError(url: string, policy: NonNullable<ServerContext["config"]["outbound"]>): string | undefined {
  if (url.length > maxUrlLength) return `is longer than ${maxUrlLength} characters`;
  const targetError = findTargetError(url, policy);
  if (targetError !== undefined) return targetError;
  return new URL(url).protocol === "https:" || policy.privateTargets ? undefined : fieldRules.HTTPS_ADDRESS;
}

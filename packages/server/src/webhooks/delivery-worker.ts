import { postOutbound } from "../platform/http/outbound/post-outbound.ts";
import { OutboundError } from "../platform/http/outbound/send-outbound.ts";
import { enqueueOutboxEntry } from "../platform/jobs/outbox-store.ts";
import { getOwnerEmail, staffRecipient } from "../platform/mail/owner-email.ts";
import { webhookParkedMail } from "../platform/mail/templates/notification-templates.ts";
import type { ServerContext } from "../platform/server-context.ts";
import {
  type AttemptResult,
  completeDelivery,
  failDelivery,
  findDueSubscriptions,
  type LeasedDelivery,
  leaseDeliveries,
  markOwnerNotified,
} from "./deliveries-store.ts";
import { signDelivery } from "./sign-delivery.ts";

/** How often a node polls without a wake-up. */
const pollIntervalMs = 1_000;
/** Concurrent deliveries of one node. */
const maxConcurrent = 64;
/** Delays before the second, third, … attempt: nine attempts in two days. */
const retryDelaysSeconds = [60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400];

/** Seconds until the next attempt, ±10 % to spread retries; undefined after the last attempt. */
function retryDelaySeconds(attempts: number): number | undefined {
  const delay = retryDelaysSeconds[attempts - 1];
  return delay === undefined ? undefined : delay * (0.9 + Math.random() * 0.2);
}

export interface DeliveryWorker {
  /** Polls immediately. */
  wake(): void;
  /** Stops leasing and waits for running deliveries. */
  close(): Promise<void>;
}

/**
 * Delivers events to subscribers at least once, those of one entity in order. Any number of nodes share the work. A
 * slow subscriber does not delay others.
 */
export function startDeliveryWorker(context: ServerContext): DeliveryWorker {
  const active = new Set<Promise<void>>();
  let closed = false;
  let woken = false;
  let wakeUp: () => void = () => undefined;
  const wake = () => {
    woken = true;
    wakeUp();
  };

  function startDelivery(delivery: LeasedDelivery): void {
    const work = deliver(context, delivery)
      .catch((error: unknown) => warn(context, error))
      .finally(() => {
        active.delete(work);
        // The next delivery of the entity may be due.
        wake();
      });
    active.add(work);
  }

  async function run(): Promise<void> {
    while (!closed) {
      woken = false;
      try {
        for (const { id, room } of await findDueSubscriptions(context.db, context.site.id)) {
          const limit = Math.min(room, maxConcurrent - active.size);
          if (limit <= 0 || closed) break;
          for (const delivery of await leaseDeliveries(context.db, context.site.id, id, limit)) startDelivery(delivery);
        }
      } catch (error) {
        warn(context, error);
      }
      if (woken || closed) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollIntervalMs);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    await Promise.all(active);
  }

  const running = run();
  return {
    wake,
    async close() {
      closed = true;
      wakeUp();
      await running;
    },
  };
}

function warn({ log }: ServerContext, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  log.warn({ event: "webhooks-unavailable", reason }, "webhooks");
}

async function deliver(context: ServerContext, delivery: LeasedDelivery): Promise<void> {
  const { db, site, log } = context;
  const result = await attempt(context, delivery);
  const { outcome } = result;
  if ("status" in outcome && outcome.status >= 200 && outcome.status <= 299) {
    await db.transaction().execute((tx) => completeDelivery(tx, site.id, delivery, result));
    return;
  }
  const retrySeconds = retryDelaySeconds(delivery.tries);
  const details = "status" in outcome ? { status: outcome.status } : { reason: outcome.error };
  const { id, subscriptionId, attempts } = delivery;
  log.warn(
    { event: "webhook-failed", id, subscriptionId, attempts, ...details, parked: retrySeconds === undefined },
    "webhooks",
  );
  await db.transaction().execute(async (tx) => {
    await failDelivery(tx, site.id, delivery, result, retrySeconds);
    if (retrySeconds !== undefined || !(await markOwnerNotified(tx, site.id, subscriptionId))) return;
    const values = { host: new URL(delivery.url).host, webhook: subscriptionId };
    const to = await staffRecipient({ db: tx, site }, await getOwnerEmail(context));
    const mail = webhookParkedMail(context, to, values);
    await enqueueOutboxEntry(tx, site.id, "mail", mail, context.now());
  });
  if (retrySeconds === undefined) context.wakeOutbox();
}

async function attempt(context: ServerContext, { event, url, appId }: LeasedDelivery): Promise<AttemptResult> {
  const { site, config } = context;
  const at = context.now();
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  try {
    const keys = await context.webhookKeys.open();
    const body = await signDelivery(keys, event, { siteId: site.id, appId, issuer: config.publicUrl, at });
    const headers = { "content-type": "text/plain; charset=utf-8" };
    const outcome = await postOutbound(url, { body, headers }, config.outbound ?? {});
    return { at, milliseconds: elapsedMs(), outcome };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { at, milliseconds: elapsedMs(), outcome: { error: error.message } };
  }
}

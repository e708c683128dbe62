import type { DeliveryRecord, DeliveryStatus, DeliverySummary } from "@porchlight/server/operations";
import * as server from "@porchlight/server/operations";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { readTime } from "../../runtime/parse-time.ts";

interface CreateWebhookOptions extends CommonOptions {
  app: string;
  url: string;
  event: string[];
}

/** `porchlight webhook create` */
export async function createWebhook(io: Io, options: CreateWebhookOptions): Promise<void> {
  const { app: appId, url, event: events } = options;
  const { id, publicKey } = await withOperator(io, options, async (context) => {
    const made = await server.createWebhook(context, owner, { appId, url, events });
    const [key] = await server.listWebhookPublicKeys(context, owner);
    return { ...made, publicKey: key?.publicKey ?? "" };
  });
  printResult(
    io,
    { id, publicKey },
    `Webhook  ${id}\n\nThe receiver checks deliveries with this key:\n\n${publicKey.trimEnd()}`,
  );
}

/** `porchlight webhook list` */
export async function listWebhooks(io: Io, options: CommonOptions): Promise<void> {
  const webhooks = await withOperator(io, options, (context) => server.listWebhooks(context, owner));
  const rows = webhooks.map(({ id, appId, url, events, state, waiting, parked }) => [
    id,
    appId,
    state,
    String(waiting),
    String(parked),
    url,
    events.map(server.shortEventName).join(" "),
  ]);
  const head = ["id", "app", "state", "waiting", "given up", "address", "events"];
  printResult(io, { webhooks }, webhooks.length === 0 ? "There are no webhooks." : formatTable(head, rows));
}

/** `porchlight webhook remove <id>` */
export async function removeWebhook(io: Io, id: string, options: CommonOptions): Promise<void> {
  await withOperator(io, options, (context) => server.deleteWebhook(context, owner, id).catch(unknownWebhook(id)));
  printResult(io, { id, removed: true }, `Removed ${id}. Nothing is sent there any more.`);
}

/** `porchlight webhook pause <id>` */
export async function pauseWebhook(io: Io, id: string, options: CommonOptions): Promise<void> {
  await withOperator(io, options, (context) => server.pauseWebhook(context, owner, id, true).catch(unknownWebhook(id)));
  printResult(io, { id, paused: true }, `Paused ${id}. Its events wait for 30 days: porchlight webhook resume ${id}`);
}

/** `porchlight webhook resume <id>` */
export async function resumeWebhook(io: Io, id: string, options: CommonOptions): Promise<void> {
  await withOperator(io, options, (context) =>
    server.pauseWebhook(context, owner, id, false).catch(unknownWebhook(id)),
  );
  printResult(io, { id, paused: false }, `Resumed ${id}.`);
}

/** `porchlight webhook public-key` */
export async function showPublicKeys(io: Io, options: CommonOptions): Promise<void> {
  const keys = await withOperator(io, options, (context) => server.listWebhookPublicKeys(context, owner));
  printResult(io, { keys }, keys.map(({ publicKey }) => publicKey.trimEnd()).join("\n"));
}

/** `porchlight webhook rotate-key` */
export async function rotateKey(io: Io, options: CommonOptions & { now?: boolean }): Promise<void> {
  const isAtOnce = options.now ?? false;
  const keys = await withOperator(io, options, async (context) => {
    await server.rotateWebhookKey(context, owner, { isAtOnce });
    return server.listWebhookPublicKeys(context, owner);
  });
  const explanation = isAtOnce
    ? "Deliveries are signed with this key within ten seconds:"
    : "Give receivers these keys, the one that signs now first. The next one signs a day from when it was made:";
  printResult(io, { keys }, `${explanation}\n\n${keys.map(({ publicKey }) => publicKey.trimEnd()).join("\n")}`);
}

interface DeliveriesOptions extends CommonOptions {
  webhook?: string;
  status?: DeliveryStatus;
  limit: number;
}

/** `porchlight webhook deliveries` */
export async function listDeliveries(io: Io, options: DeliveriesOptions): Promise<void> {
  const { webhook: webhookId, status, limit } = options;
  const deliveries = await withOperator(io, options, (context) =>
    server.listDeliveries(context, owner, { webhookId, status, limit }),
  );
  const rows = deliveries.map((line) => [
    line.id,
    server.shortEventName(line.type),
    line.entityId,
    line.sequence,
    line.status,
    String(line.attempts),
    describeLast(line),
  ]);
  const head = ["id", "event", "of", "number", "status", "tries", "last answer"];
  printResult(io, { deliveries }, deliveries.length === 0 ? "There are no deliveries." : formatTable(head, rows));
}

/** `porchlight webhook delivery <id>` */
export async function showDelivery(io: Io, id: string, options: CommonOptions): Promise<void> {
  const delivery = await withOperator(io, options, (context) =>
    server.getDelivery(context, owner, id).catch(unknownDelivery(id)),
  );
  printResult(io, { delivery }, describeDelivery(delivery));
}

/** `porchlight webhook redeliver <id>` */
export async function redeliver(io: Io, id: string, options: CommonOptions): Promise<void> {
  await withOperator(io, options, (context) => server.redeliverEvent(context, owner, id).catch(unknownDelivery(id)));
  printResult(io, { id, waiting: true }, `${id} is sent again. What came of it: porchlight webhook delivery ${id}`);
}

/** `porchlight webhook replay <id>` */
export async function replayWebhook(io: Io, id: string, options: CommonOptions & { since?: string }): Promise<void> {
  const since = options.since === undefined ? undefined : readTime(options.since, new Date());
  const count = await withOperator(io, options, (context) =>
    server.replayWebhook(context, owner, id, { since }).catch(unknownWebhook(id)),
  );
  printResult(io, { id, count }, count === 1 ? "1 event is sent again." : `${count} events are sent again.`);
}

function unknown(sentence: string) {
  return (error: unknown): never => {
    if (error instanceof server.Refusal && error.code === "NOT_FOUND") throw new Failure(sentence);
    throw error;
  };
}

const unknownWebhook = (id: string) => unknown(`There is no webhook "${id}". This lists them: porchlight webhook list`);
const unknownDelivery = (id: string) =>
  unknown(`There is no delivery "${id}". This lists them: porchlight webhook deliveries`);

const describeLast = ({ lastStatus, lastError }: Pick<DeliverySummary, "lastStatus" | "lastError">) =>
  lastError ?? (lastStatus === null ? "" : String(lastStatus));

function describeDelivery(delivery: DeliveryRecord): string {
  const { type, entityId, sequence, happenedAt, url, status, nextAttemptAt, identity, body, tries } = delivery;
  const facts = [
    ["Event", `${type}, number ${sequence} of ${entityId}, ${happenedAt.toISOString()}`],
    ["To", url],
    ["Status", nextAttemptAt ? `${status}, next try ${nextAttemptAt.toISOString()}` : status],
    ["By", JSON.stringify(identity)],
    ["Sent", JSON.stringify(body)],
  ] as const;
  const attempts = tries.map(({ number, at, milliseconds, status: code, answer: text, error }) => {
    const outcome = error ?? `${code} ${text ?? ""}`.trim();
    return `${number}. ${at.toISOString()}, ${milliseconds} ms: ${outcome}`;
  });
  return [...facts.map(([name, value]) => `${name.padEnd(8)}${value}`), ...attempts].join("\n");
}

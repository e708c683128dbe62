import type { AuditEntry, AuditEvent } from "@porchlight/server/operations";
import * as server from "@porchlight/server/operations";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";
import { readTime } from "../../runtime/parse-time.ts";

interface ListAuditOptions extends CommonOptions {
  member?: string;
  event?: string;
  since?: string;
  limit: number;
}

/** `porchlight audit list` */
export async function listAudit(io: Io, options: ListAuditOptions): Promise<void> {
  const { member, limit } = options;
  const event = options.event === undefined ? undefined : eventNamed(options.event);
  const since = options.since === undefined ? undefined : readTime(options.since, new Date());
  const events = await withOperator(io, options, (context) =>
    server.listAuditEvents(context, owner, { member, event, since, limit }).catch((error: unknown) => {
      if (error instanceof server.Refusal && error.code === "MEMBER_NOT_FOUND")
        throw new Failure(`"${member}" is neither the id of a member nor an email.`);
      throw error;
    }),
  );
  printResult(io, { events }, events.length === 0 ? "There are no such events." : describeEvents(events));
}

function eventNamed(text: string): AuditEvent {
  const event = server.auditEvents.find((name) => name === text);
  if (event) return event;
  throw new Failure(`There is no event "${text}". There are: ${server.auditEvents.join(", ")}.`);
}

function describeEvents(events: AuditEntry[]): string {
  return formatTable(
    ["when", "event", "by", "subject", "with", "details", "request"],
    events.map(({ date, event, by, memberId, account, keyId, appId, browser, device, details, requestId }) => [
      `${date.slice(0, 19).replace("T", " ")}Z`,
      event,
      by === "key" ? `key ${keyId}` : by,
      memberId ?? account ?? (by === "key" ? "" : (keyId ?? appId ?? "")),
      [browser, device].filter((word) => word !== undefined).join(", "),
      Object.entries(details ?? {})
        .map(([name, value]) => `${name} ${value}`)
        .join(", "),
      requestId ?? "",
    ]),
  );
}

import { livePath } from "@porchlight/contract/blog/paths";
import * as entities from "@porchlight/contract/webhooks/conversions";
import type { ConversionRules } from "@porchlight/contract/wire/conversion-rules";
import { convert } from "../conversion.ts";
import { createError, isPorchlightError } from "../errors.ts";
import { pause, readServerSentEvents, reconnectDelaysMs } from "../http/event-stream.ts";
import { mediaConverters } from "./media.ts";
import type { Category, Post, Tag } from "./post.ts";

type Slug = "created" | "updated" | "deleted";
interface BlogChange<Type extends string, Entity> {
  type: Type;
  entityId: string;
  eventTime: Date;
  /** The current entity; absent if deleted. */
  entity?: Entity;
}

/** A change of public blog content. */
export type BlogEvent =
  | BlogChange<`post_${Slug}`, Post>
  | BlogChange<`category_${Slug}`, Category>
  | BlogChange<`tag_${Slug}`, Tag>
  /** Events were missed: read the displayed content again. */
  | { type: "reset" };

/** Options of a live stream of blog events. */
export interface BlogEventsOptions {
  /** Ends the stream without an error. */
  signal?: AbortSignal;
}

const rules: Record<string, ConversionRules> = {
  post: entities.postEntity,
  category: entities.categoryEntity,
  tag: entities.tagEntity,
};

/**
 * Streams changes of public posts, categories and tags. Resumes after an outage; ends with `signal` or when the loop
 * exits.
 *
 * ```ts
 * for await (const event of blogEvents(client, { signal })) if (event.type === "post_created") show(event.entity);
 * ```
 *
 * @throws {PorchlightError} for an error that a retry would not resolve. Source: HTML Standard, "Server-sent events".
 */
export async function* blogEvents(
  client: { fetch(path: string, init?: RequestInit): Promise<Response> },
  { signal }: BlogEventsOptions = {},
): AsyncGenerator<BlogEvent, void, undefined> {
  const leaving = new AbortController();
  const ended = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal;
  let lastEventId: string | undefined;
  let delayMs = reconnectDelaysMs.min;
  try {
    while (!ended.aborted) {
      try {
        const headers = { accept: "text/event-stream", ...(lastEventId && { "last-event-id": lastEventId }) };
        const response = await client.fetch(livePath, { headers, signal: ended, cache: "no-store" });
        if (!response.ok || !response.body) throw toStreamError(response);
        for await (const { id, data } of readServerSentEvents(response.body)) {
          if (id === undefined || data === undefined) continue;
          delayMs = reconnectDelaysMs.min;
          lastEventId = id;
          yield readEvent(data);
        }
      } catch (error) {
        if (ended.aborted) return;
        // Network errors are transient; rejections are not.
        if (isPorchlightError(error) && !error.retryable) throw error;
      }
      await pause(delayMs * (0.5 + Math.random() / 2), ended);
      delayMs = Math.min(delayMs * 2, reconnectDelaysMs.max);
    }
  } finally {
    leaving.abort();
  }
}

function toStreamError({ status }: Response) {
  const kind = status === 429 ? "rateLimited" : status >= 500 ? "unavailable" : "notFound";
  return createError(kind, "LIVE_UNAVAILABLE", `The server answered ${status}.`);
}

function readEvent(data: string): BlogEvent {
  const { type, eventTime, entity, ...event } = JSON.parse(data);
  if (type === undefined) return { type: "reset" };
  const converted = entity && convert({ entity }, rules[type.split("_")[0]], "response", mediaConverters);
  return { type, ...event, eventTime: new Date(eventTime), ...converted };
}

import { type EventType, eventTypes } from "@porchlight/contract/webhooks/event";
import { WebhookError } from "./webhook-error.ts";

/** What an owner writes: `post_created` for `wix.blog.v3.post_created`. */
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
    throw new WebhookError(`There is no event "${name}". There are: all, ${available}.`);
  });
  if (types.length === 0) throw new WebhookError("A webhook needs at least one event.");
  return eventTypes.filter((type) => types.includes(type));
}

import { type EventIdentity, eventDefinitions, type WireEvent } from "@porchlight/contract/webhooks/event";
import { SignJWT } from "jose";
import type { KeyRing } from "../platform/identity/key-ring.ts";
import type { StoredEvent } from "./deliveries-store.ts";

/** Source: security requirements §8.2. */
const ttlSeconds = 300;

/** The site and app of a delivery. */
interface DeliveryTarget {
  siteId: string;
  appId: string;
  issuer: string;
  at: Date;
}

/** Serializes an event as a signed token with three nested layers of JSON. Source: webhooks.md, "Delivery". */
export function signDelivery(keys: KeyRing, event: StoredEvent, target: DeliveryTarget): Promise<string> {
  return signEnvelope(keys, { eventType: event.type, data: serializeEvent(event), identity: event.identity }, target);
}

/** Signs the outer layers of an event. */
export async function signEnvelope(
  keys: KeyRing,
  { eventType, data: inner, identity }: { eventType: string; data: string; identity: EventIdentity },
  { siteId, appId, issuer, at }: DeliveryTarget,
): Promise<string> {
  await keys.refresh();
  const { id, key } = keys.signing;
  const issuedAt = Math.floor(at.getTime() / 1000);
  const data = JSON.stringify({
    eventType,
    instanceId: siteId,
    data: inner,
    identity: JSON.stringify(identity),
    accountInfo: { siteId },
  });
  return new SignJWT({ data })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: id })
    .setIssuer(issuer)
    .setAudience(appId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ttlSeconds)
    .setJti(crypto.randomUUID())
    .sign(key);
}

/** The innermost layer: the event as JSON with its stored body. */
export function serializeEvent({ id, type, entityId, sequence, happenedAt, body }: StoredEvent): string {
  const { fqdn, slug } = eventDefinitions[type];
  const head: WireEvent = {
    id,
    entityFqdn: fqdn,
    slug,
    entityId,
    eventTime: happenedAt.toISOString(),
    triggeredByAnonymizeRequest: false,
    originatedFrom: "porchlight",
    entityEventSequence: sequence,
  };
  return `${JSON.stringify(head).slice(0, -1)},${body.slice(1)}`;
}

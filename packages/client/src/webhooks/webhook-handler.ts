import { configurationError, createError } from "../errors.ts";
import { isObject } from "../http/response.ts";
import type { AppAuth, Delivery } from "./app-strategy.ts";
import { type EventDefinition, eventModules } from "./event-definitions.ts";
import type { ActionEvent, EventModules } from "./event-types.ts";

/** Options of `webhooks.process`. */
export interface ProcessOptions {
  /** Types that are accepted without a handler. */
  expectedEvents?: readonly { type: string }[];
}

/** Verifies deliveries and calls the handlers. */
export interface WebhookProcessor {
  /**
   * Verifies a delivery, calls every handler of its type and waits for all of them. Respond to the sender afterwards:
   * 200 if it resolves, 500 if it rejects, which triggers another delivery.
   *
   * @param jwt The raw body of the request.
   * @returns The delivery, with the entity as passed to the handlers.
   * @throws {PorchlightError} kind `unauthenticated` for an invalid token, `contract` for an unreadable one, `invalid`
   * for a type without handlers. Errors of handlers.
   */
  process(jwt: string, options?: ProcessOptions): Promise<Delivery>;
  /** Reads the request's body and processes it. */
  processRequest(request: Request, options?: ProcessOptions): Promise<Delivery>;
}

/** What {@link withWebhooks} adds to a client. */
export interface WebhookClient extends EventModules {
  webhooks: WebhookProcessor;
  /**
   * Returns a function that registers handlers of an event without a module:
   * `client.use(webhooks.apps.AppInstalled)(handler)`.
   */
  use<Data>(event: CustomEvent<Data>): (handler: (event: ActionEvent<Data>) => void | Promise<void>) => void;
}

/** An event type without a module of its own. */
export interface CustomEvent<Data> extends Pick<EventDefinition, "type"> {
  readonly data?: Data;
}

/** Events of apps. */
export const webhooks = {
  apps: {
    AppInstalled: { type: "AppInstalled" } as CustomEvent<{ appId: string }>,
    AppRemoved: { type: "AppRemoved" } as CustomEvent<{ appId: string }>,
  },
};

type Handler = (event: never) => void | Promise<void>;

/**
 * Adds webhooks to a client: `client.webhooks` processes deliveries; `client.posts.onPostCreated(…)` and others
 * register handlers.
 *
 * ```ts
 * const client = withWebhooks(createClient({ host, auth: AppStrategy({ appId, publicKey }), modules: { posts } }));
 * client.posts.onPostCreated(({ entity }) => index(entity));
 * export const POST = (request: Request) =>
 *   client.webhooks.processRequest(request).then(() => new Response(), () => new Response(null, { status: 500 }));
 * ```
 */
export function withWebhooks<Base extends { readonly auth: object }>(client: Base): Base & WebhookClient {
  const handlers = new Map<string, { definition: EventDefinition; all: Handler[] }>();
  const register = (definition: EventDefinition) => (handler: Handler) => {
    const registration = handlers.get(definition.type) ?? { definition, all: [] };
    registration.all.push(handler);
    handlers.set(definition.type, registration);
  };

  async function process(jwt: string, { expectedEvents = [] }: ProcessOptions = {}): Promise<Delivery> {
    const { decodeJWT } = client.auth as Partial<AppAuth>;
    if (!decodeJWT)
      throw configurationError("STRATEGY_CANNOT", "decodeJWT is not supported by the authentication strategy");
    const { delivery, claim, release } = await decodeJWT(jwt);
    const { eventType: type } = delivery;
    const expected = [...handlers.keys(), ...expectedEvents.map((event) => event.type)];
    if (expected.length > 0 && !expected.includes(type))
      throw createError(
        "invalid",
        "UNEXPECTED_EVENT",
        `Unexpected event type: ${type}. Expected one of: ${expected.join(", ")}`,
      );
    await claim();
    const registration = handlers.get(type);
    if (!registration) return delivery;
    try {
      const handlerEvent = toHandlerEvent(delivery, registration.definition);
      await Promise.all(registration.all.map(async (handler) => handler(handlerEvent.argument as never)));
      return registration.definition.returnsRawEntity ? delivery : { ...delivery, payload: handlerEvent.payload };
    } catch (error) {
      await release();
      throw error;
    }
  }

  const modules = Object.fromEntries(
    Object.entries(eventModules).map(([name, events]) => [
      name,
      Object.assign(
        // Modules may load their calls on demand, so their properties cannot be copied.
        Object.create((client as unknown as Record<string, object>)[name] ?? null),
        Object.fromEntries(Object.entries(events).map(([call, event]) => [call, register(event)])),
      ),
    ]),
  );
  const added = {
    ...modules,
    use: register,
    webhooks: {
      process,
      processRequest: async (request: Request, options?: ProcessOptions) => process(await request.text(), options),
    },
  };
  return { ...client, ...added } as unknown as Base & WebhookClient;
}

/** The handlers' event, and the payload with the converted entity. */
function toHandlerEvent(
  { payload, instanceId, identity, accountInfo }: Delivery,
  { convert }: EventDefinition,
): { argument: object; payload: unknown } {
  const outer = { instanceId, identity, ...(accountInfo && { accountInfo }) };
  if (!convert) return { argument: { data: payload, metadata: outer }, payload };
  const event = isObject(payload) ? payload : {};
  const { id, createdEvent, updatedEvent, deletedEvent, actionEvent, eventTime, ...attributes } = event;
  const metadata = {
    ...outer,
    ...attributes,
    _id: id,
    eventTime: typeof eventTime === "string" ? new Date(eventTime) : eventTime,
  };
  if (isObject(createdEvent)) {
    const entity = convert(createdEvent.entity);
    return { argument: { entity, metadata }, payload: { ...event, createdEvent: { ...createdEvent, entity } } };
  }
  if (isObject(updatedEvent)) {
    const { modifiedFields, ...rest } = updatedEvent;
    const entity = convert(updatedEvent.currentEntity);
    const changed = isObject(modifiedFields) && { modifiedFields: convertPaths(modifiedFields, convert) };
    return {
      argument: { entity, metadata, ...changed },
      payload: {
        ...event,
        updatedEvent: { ...rest, currentEntity: entity, ...(modifiedFields ? { modifiedFields } : {}) },
      },
    };
  }
  if (isObject(deletedEvent)) {
    if (deletedEvent.deletedEntity === undefined) return { argument: { metadata }, payload };
    const entity = convert(deletedEvent.deletedEntity);
    return {
      argument: { entity, metadata },
      payload: { ...event, deletedEvent: { ...deletedEvent, deletedEntity: entity } },
    };
  }
  if (isObject(actionEvent)) return { argument: { data: actionEvent.body, metadata }, payload };
  return { argument: { entity: undefined, metadata }, payload };
}

/** Converts values by dotted path. Parts of values that the caller sees as one text stay unconverted. */
function convertPaths(fields: Record<string, unknown>, convert: (entity: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, value]) => {
      const parts = path.split(".");
      if (parts.length > 1)
        return [parts.map((part) => Object.keys(Object(convert({ [part]: "" })))[0]).join("."), value];
      return Object.entries(Object(convert({ [path]: value })))[0] ?? [path, value];
    }),
  );
}

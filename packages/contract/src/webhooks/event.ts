/** Kinds of events. Source: webhooks.md, "Event types"; spec §6. */

export type EventKind = "created" | "updated" | "deleted" | "action";

export interface EventDefinition {
  /** Entity type. */
  fqdn: string;
  /** Event name within the entity type. */
  slug: string;
  kind: EventKind;
}

const domain = <Fqdn extends string>(fqdn: Fqdn, slug: string, kind: EventKind) => ({ fqdn, slug, kind }) as const;

/** All event types that handlers can be registered for. */
export const eventDefinitions = {
  "wix.blog.v3.post_created": domain("wix.blog.v3.post", "created", "created"),
  "wix.blog.v3.post_updated": domain("wix.blog.v3.post", "updated", "updated"),
  "wix.blog.v3.post_deleted": domain("wix.blog.v3.post", "deleted", "deleted"),
  "wix.blog.v3.post_liked": domain("wix.blog.v3.post", "liked", "action"),
  "wix.blog.v3.post_unliked": domain("wix.blog.v3.post", "unliked", "action"),
  "wix.blog.v3.draft_created": domain("wix.blog.v3.draft", "created", "created"),
  "wix.blog.v3.draft_updated": domain("wix.blog.v3.draft", "updated", "updated"),
  "wix.blog.v3.draft_deleted": domain("wix.blog.v3.draft", "deleted", "deleted"),
  "wix.blog.v3.category_created": domain("wix.blog.v3.category", "created", "created"),
  "wix.blog.v3.category_updated": domain("wix.blog.v3.category", "updated", "updated"),
  "wix.blog.v3.category_deleted": domain("wix.blog.v3.category", "deleted", "deleted"),
  "wix.blog.v3.tag_created": domain("wix.blog.v3.tag", "created", "created"),
  "wix.blog.v3.tag_updated": domain("wix.blog.v3.tag", "updated", "updated"),
  "wix.blog.v3.tag_deleted": domain("wix.blog.v3.tag", "deleted", "deleted"),
  "wix.blog.v1.like_created": domain("wix.blog.v1.like", "created", "created"),
  "wix.blog.v1.like_deleted": domain("wix.blog.v1.like", "deleted", "deleted"),
  "wix.data.v2.data_item_created": domain("wix.data.v2.data_item", "created", "created"),
  "wix.data.v2.data_item_updated": domain("wix.data.v2.data_item", "updated", "updated"),
  "wix.data.v2.data_item_deleted": domain("wix.data.v2.data_item", "deleted", "deleted"),
  "wix.forms.v4.form_created": domain("wix.forms.v4.form", "created", "created"),
  "wix.forms.v4.form_updated": domain("wix.forms.v4.form", "updated", "updated"),
  "wix.forms.v4.form_deleted": domain("wix.forms.v4.form", "deleted", "deleted"),
  "wix.forms.v4.submission_created": domain("wix.forms.v4.submission", "created", "created"),
  "wix.forms.v4.submission_updated": domain("wix.forms.v4.submission", "updated", "updated"),
  "wix.forms.v4.submission_deleted": domain("wix.forms.v4.submission", "deleted", "deleted"),
} as const satisfies Record<string, EventDefinition>;

export type EventType = keyof typeof eventDefinitions;
export const eventTypes = /* @__PURE__ */ Object.keys(eventDefinitions) as EventType[];

/** Who caused an event. */
export type EventIdentity =
  | { identityType: "UNKNOWN" }
  | { identityType: "ANONYMOUS_VISITOR"; anonymousVisitorId: string }
  | { identityType: "MEMBER"; memberId: string }
  | { identityType: "WIX_USER"; wixUserId?: string }
  | { identityType: "APP"; appId: string };

/** Account of the app's installation. This server only sends `siteId`. */
export interface AccountInfo {
  accountId?: string;
  parentAccountId?: string;
  siteId?: string;
}

/** An event on the wire: the innermost of the three layers, with wire names. */
export interface WireEvent {
  id: string;
  entityFqdn: string;
  slug: string;
  entityId: string;
  /** ISO 8601. */
  eventTime: string;
  triggeredByAnonymizeRequest: boolean;
  originatedFrom: string;
  /** Sequence number of the event for this entity, an integer as text. */
  entityEventSequence: string;
  createdEvent?: { entity: unknown };
  updatedEvent?: { currentEntity: unknown; modifiedFields?: Record<string, unknown> };
  deletedEvent?: { deletedEntity?: unknown };
  actionEvent?: { body: unknown };
}

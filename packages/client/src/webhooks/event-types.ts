import type { AccountInfo, EventIdentity } from "@porchlight/contract/webhooks/event";
import type { DraftPost } from "../blog/draft-post.ts";
import type { Category, Post, Tag } from "../blog/post.ts";

export type { AccountInfo, EventIdentity } from "@porchlight/contract/webhooks/event";

/** What handlers receive in addition to the entity. */
export interface EventMetadata {
  /** Identical for repeated deliveries of the event. */
  _id: string;
  /** Id of the site. */
  instanceId: string;
  /** Who caused the event. */
  identity: EventIdentity;
  accountInfo?: AccountInfo;
  entityFqdn: string;
  slug: string;
  entityId: string;
  eventTime: Date;
  triggeredByAnonymizeRequest: boolean;
  originatedFrom: string;
  /** Sequence number of the event for this entity, an integer as text. */
  entityEventSequence: string;
}

/** An entity was created. */
export interface CreatedEvent<Entity> {
  entity: Entity;
  metadata: EventMetadata;
}

/** An entity was updated. */
export interface UpdatedEvent<Entity> {
  /** The current entity. */
  entity: Entity;
  metadata: EventMetadata;
  /** By dotted path, if sent. */
  modifiedFields?: Record<string, unknown>;
}

/** An entity was deleted. */
export interface DeletedEvent<Entity> {
  /** The last state, if sent. */
  entity?: Entity;
  metadata: EventMetadata;
}

/** Something happened to an entity. */
export interface ActionEvent<Data> {
  data: Data;
  metadata: EventMetadata;
}

/** The author of a like. */
export type PostLike = { postId: string } & ({ memberId: string } | { anonymousVisitorId: string });

/** A member's or visitor's like of a post. */
export interface Like {
  _id: string;
  fqdn: string;
  entityId: string;
  _createdDate: Date;
}

/** An item of a collection. */
export interface DataItem {
  _id: string;
  dataCollectionId: string;
  data: Record<string, unknown>;
}

/** Registers a handler; all handlers of a type are called concurrently. */
export type Subscribe<Event> = (handler: (event: Event) => void | Promise<void>) => void;

/** Handlers of post events. */
export interface PostEvents {
  onPostCreated: Subscribe<CreatedEvent<Post>>;
  onPostUpdated: Subscribe<UpdatedEvent<Post>>;
  onPostDeleted: Subscribe<DeletedEvent<Post>>;
  onPostLiked: Subscribe<ActionEvent<PostLike>>;
  onPostUnliked: Subscribe<ActionEvent<PostLike>>;
}
/** Handlers of draft events. */
export interface DraftPostEvents {
  onDraftCreated: Subscribe<CreatedEvent<DraftPost>>;
  onDraftUpdated: Subscribe<UpdatedEvent<DraftPost>>;
  onDraftDeleted: Subscribe<DeletedEvent<DraftPost>>;
}
/** Handlers of category events. */
export interface CategoryEvents {
  onCategoryCreated: Subscribe<CreatedEvent<Category>>;
  onCategoryUpdated: Subscribe<UpdatedEvent<Category>>;
  onCategoryDeleted: Subscribe<DeletedEvent<Category>>;
}
/** Handlers of tag events. */
export interface TagEvents {
  onTagCreated: Subscribe<CreatedEvent<Tag>>;
  onTagUpdated: Subscribe<UpdatedEvent<Tag>>;
  onTagDeleted: Subscribe<DeletedEvent<Tag>>;
}
/** Handlers of like events. */
export interface LikeEvents {
  onLikeCreated: Subscribe<CreatedEvent<Like>>;
  onLikeDeleted: Subscribe<DeletedEvent<Like>>;
}
/** Handlers of item events. */
export interface ItemEvents {
  onDataItemCreated: Subscribe<CreatedEvent<DataItem>>;
  onDataItemUpdated: Subscribe<UpdatedEvent<DataItem>>;
  onDataItemDeleted: Subscribe<DeletedEvent<DataItem>>;
}

/** What `withWebhooks` adds to a client's modules; creates missing modules. */
export interface EventModules {
  posts: PostEvents;
  draftPosts: DraftPostEvents;
  categories: CategoryEvents;
  tags: TagEvents;
  likes: LikeEvents;
  items: ItemEvents;
}

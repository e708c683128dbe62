export {
  type AppAuth,
  AppStrategy,
  type AppStrategyOptions,
  type DecodedDelivery,
  type Delivery,
  type InsecureTokenProperty,
} from "./app-strategy.ts";
export type {
  AccountInfo,
  ActionEvent,
  CategoryEvents,
  CreatedEvent,
  DataItem,
  DeletedEvent,
  DraftPostEvents,
  EventIdentity,
  EventMetadata,
  EventModules,
  ItemEvents,
  Like,
  LikeEvents,
  PostEvents,
  PostLike,
  Subscribe,
  TagEvents,
  UpdatedEvent,
} from "./event-types.ts";
export { memoryReplayCache, type ReplayCache } from "./replay-cache.ts";
export {
  type CustomEvent,
  type ProcessOptions,
  type WebhookClient,
  type WebhookProcessor,
  webhooks,
  withWebhooks,
} from "./webhook-handler.ts";

export {
  type AppAuth as AppFace,
  AppStrategy,
  type AppStrategyOptions,
  type DecodedDelivery,
  type Delivery,
  type InsecureTokenProperty as Danger,
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
export { memoryReplayCache as memoryOfTokens, type ReplayCache as TokenMemory } from "./replay-cache.ts";
export {
  type CustomEvent,
  type ProcessOptions,
  type WebhookClient,
  type WebhookProcessor as WebhookCalls,
  webhooks,
  withWebhooks,
} from "./webhook-handler.ts";

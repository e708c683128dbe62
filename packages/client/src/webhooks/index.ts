export {
  type AppFace,
  AppStrategy,
  type AppStrategyOptions,
  type Danger,
  type DecodedDelivery,
  type Delivery,
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
export { memoryOfTokens, type TokenMemory } from "./token-memory.ts";
export {
  type CustomEvent,
  type ProcessOptions,
  type WebhookCalls,
  type WebhookClient,
  webhooks,
  withWebhooks,
} from "./with-webhooks.ts";

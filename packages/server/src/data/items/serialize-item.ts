import { RawJson } from "../../platform/http/serve.ts";
import type { ItemText } from "./item-json-sql.ts";

/** An item on the wire, as JSON text. */
export const itemText = (collectionId: string, { id, json }: ItemText): string =>
  `{"id":${JSON.stringify(id)},"dataCollectionId":${JSON.stringify(collectionId)},"data":${json}}`;

export const itemAnswer = (collectionId: string, item: ItemText): RawJson =>
  new RawJson(`{"dataItem":${itemText(collectionId, item)}}`);

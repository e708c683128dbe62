import type { CollectionView } from "@porchlight/contract/data/collections/collection-view";
import { getCollectionView } from "@porchlight/contract/data/collections/view-endpoints";
import type { CallOptions, Transport } from "../../transport.ts";
import { createDataSender } from "../data-call.ts";

export type { CollectionView, ViewField } from "@porchlight/contract/data/collections/collection-view";

/** What a page of a collection is made from, for whoever may read its items. Of our own. */
export function collectionViews(transport: Transport) {
  // Names of fields are the site's own, and no name is changed on the way.
  const send = createDataSender(transport, {});
  return {
    /** @throws {PorchlightError} `WDE0025` where there is no such collection, `WDE0027` where its items are not for the caller. */
    async getCollectionView(dataCollectionId: string, call?: CallOptions): Promise<CollectionView> {
      return (await send(getCollectionView, { dataCollectionId }, call)).view;
    },
  };
}

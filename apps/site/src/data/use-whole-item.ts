import type { CollectionView, ViewField } from "@porchlight/client/data";
import { useState } from "react";
import { useSite } from "../site.ts";
import { loadReferences, type ReferencePage, type WholeItem, withReferences } from "./collection-content.ts";

/** An item as the page was given it, with what was fetched since of fields that refer to many. */
export function useWholeItem(view: CollectionView, loaded: WholeItem) {
  const { client } = useSite();
  const [pages, setPages] = useState<readonly [ViewField, ReferencePage][]>([]);
  const whole = pages.reduce((before, [field, page]) => withReferences(before, field, page), loaded);

  /** Fetches those that come next. */
  async function loadNext(field: ViewField): Promise<void> {
    const page = await loadReferences(client.data, view, loaded.item._id, field, whole.more[field.key]);
    setPages((before) => [...before, [field, page]]);
  }
  return { whole, loadNext };
}

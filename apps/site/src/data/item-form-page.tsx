import {
  type CollectionEntry,
  ConfirmDialog,
  collectionPath,
  type ItemChanges,
  ItemForm,
  type Messages,
  referencedIds,
  startsWithVowel,
  titleOf,
} from "@porchlight/react";
import contentStyles from "@porchlight/react/styles/content.css?url";
import { useRef, useState } from "react";
import { useBlocker, useNavigate } from "react-router";
import { imageHostOf } from "../settings.ts";
import { PageHead } from "../shell/page-head.tsx";
import { useSite } from "../site.ts";
import itemFormStyles from "../styles/item-form.css?url";
import { findReferences, type ItemFormData, itemsPerPage, loadWholeItem } from "./collection-content.ts";
import { collectionText } from "./collection-texts.ts";
import { CollectionBreadcrumbs, useRichContent, useWholeItem } from "./item-page.tsx";

interface ItemFormPageProps {
  loaded: ItemFormData;
  messages: Messages | undefined;
}

/** Creates or edits an item. Default export for `lazy`. */
export default function ItemFormPage({ loaded, messages }: ItemFormPageProps) {
  const { view, options } = loaded;
  const { whole, loadNext } = useWholeItem(view, { ...loaded, item: loaded.item ?? { _id: "" } });
  const { references } = whole;
  const item = loaded.item && whole.item;
  const { client, settings } = useSite();
  const navigate = useNavigate();
  const [isDirty, setIsDirty] = useState(false);
  /** The item already saved, if a subsequent request failed. */
  const saved = useRef<{ _id: string; _updatedDate?: Date | undefined }>(undefined);
  /** Disables the unsaved warning immediately; the form reports it later. */
  const isSaved = useRef(false);
  const blocker = useBlocker(() => isDirty && !isSaved.current);
  const itemTitle = (item && titleOf(view, item)) || collectionText("collection.untitled");
  const title = item
    ? collectionText("collection.edit", { title: itemTitle })
    : view.singularName
      ? collectionText(startsWithVowel(view.singularName) ? "collection.addAn" : "collection.addA", {
          item: view.singularName,
        })
      : collectionText("collection.add", { title: view.displayName });

  async function save({ set, unset, references: changed }: ItemChanges, readAt: Date | undefined) {
    const changes = [
      ...Object.entries(set).map(([fieldPath, value]) => ({ action: "SET_FIELD" as const, fieldPath, value })),
      ...unset.map((fieldPath) => ({ action: "REMOVE_FIELD" as const, fieldPath })),
    ];
    const id = saved.current?._id ?? item?._id;
    const ownDate = saved.current?._updatedDate;
    const version = ownDate && !(readAt && readAt > ownDate) ? ownDate : readAt;
    if (id === undefined) saved.current = await client.data.insert(view.id, set);
    else if (changes.length > 0) {
      saved.current = await client.data.patch(
        view.id,
        id,
        changes,
        version ? { condition: { _updatedDate: version } } : {},
      );
    }
    const itemId = saved.current?._id ?? id!;
    for (const [key, { added, removed }] of Object.entries(changed)) {
      if (added.length > 0) await client.data.addReferences(view.id, key, itemId, added);
      if (removed.length > 0) await client.data.removeReferences(view.id, key, itemId, removed);
    }
    isSaved.current = true;
    await navigate(collectionPath(view.id, itemId), { replace: true });
  }

  const moreReferences = Object.fromEntries(
    view.fields.flatMap((field) => (whole.more[field.key] === undefined ? [] : [[field.key, () => loadNext(field)]])),
  );

  /** With as many references as are shown here. */
  async function readAgain(): Promise<CollectionEntry | null> {
    const counts = view.fields.map(({ key, type }) =>
      type === "MULTI_REFERENCE" ? referencedIds(item?.[key] ?? []).length : 0,
    );
    const now = await loadWholeItem(
      client.data,
      view,
      whole.item._id,
      {},
      Math.min(Math.max(itemsPerPage, ...counts), 1000),
    );
    const shown = Object.keys(whole.more).map((key) => [
      key,
      referencedIds(now?.item[key]).slice(0, referencedIds(item?.[key]).length),
    ]);
    return now && { ...now.item, ...Object.fromEntries(shown) };
  }

  return (
    <div className="item-form-page">
      <PageHead styles={[itemFormStyles, contentStyles]} title={title} noIndex />
      <CollectionBreadcrumbs view={view} />
      <h1>{title}</h1>
      <noscript>
        <p className="no-script">{collectionText("collection.noScript")}</p>
      </noscript>
      <ItemForm
        {...{ view, item, references, options, save, messages }}
        searchReferences={(target, words) => findReferences(client.data, target, words)}
        imageHost={imageHostOf(settings)}
        moreReferences={moreReferences}
        richContent={useRichContent()}
        readAgain={item && readAgain}
        cancelHref={collectionPath(view.id, item?._id)}
        onDirty={setIsDirty}
      />
      {blocker.state === "blocked" && (
        <ConfirmDialog
          title={collectionText("collection.leave.title")}
          stayLabel={collectionText("collection.leave.stay")}
          confirmLabel={collectionText("collection.leave.leave")}
          onStay={blocker.reset}
          onConfirm={blocker.proceed}
        />
      )}
    </div>
  );
}

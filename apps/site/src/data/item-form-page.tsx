import { ConfirmDialog, collectionPath, type ItemChanges, ItemForm, type Messages, titleOf } from "@porchlight/react";
import { useRef, useState } from "react";
import { useBlocker, useNavigate } from "react-router";
import { PageHead } from "../shell/page-head.tsx";
import { useSite } from "../site.ts";
import { loadItem } from "./collection-content.ts";
import type { FormData } from "./collection-loader.ts";
import { collectionText } from "./collection-texts.ts";
import { CollectionBreadcrumbs } from "./item-page.tsx";

interface ItemFormPageProps {
  loaded: FormData;
  messages: Messages | undefined;
}

/** Adds an item, or changes one. Default export: `lazy` asks for one. */
export default function ItemFormPage({ loaded, messages }: ItemFormPageProps) {
  const { view, item, references, options } = loaded;
  const { client } = useSite();
  const navigate = useNavigate();
  const [isDirty, setIsDirty] = useState(false);
  /** What was saved is no reason to stay; the form says so a moment later. */
  const isSaved = useRef(false);
  const blocker = useBlocker(() => isDirty && !isSaved.current);
  const itemTitle = (item && titleOf(view, item)) || collectionText("collection.untitled");
  const title = item
    ? collectionText("collection.edit", { title: itemTitle })
    : collectionText("collection.add", { title: view.displayName });

  async function save({ set, unset }: ItemChanges, readAt: Date | undefined) {
    const changes = [
      ...Object.entries(set).map(([fieldPath, value]) => ({ action: "SET_FIELD" as const, fieldPath, value })),
      ...unset.map((fieldPath) => ({ action: "REMOVE_FIELD" as const, fieldPath })),
    ];
    let id = item?._id;
    if (id === undefined) id = (await client.data.insert(view.id, set))._id;
    else if (changes.length > 0) {
      await client.data.patch(view.id, id, changes, readAt ? { condition: { _updatedDate: readAt } } : {});
    }
    isSaved.current = true;
    await navigate(collectionPath(view.id, id), { replace: true });
  }

  return (
    <div className="item-form-page">
      <PageHead title={title} noIndex />
      <CollectionBreadcrumbs view={view} />
      <h1>{title}</h1>
      <noscript>
        <p className="no-script">{collectionText("collection.noScript")}</p>
      </noscript>
      <ItemForm
        {...{ view, item, references, options, save, messages }}
        readAgain={item && (() => loadItem(client.data, view, item._id))}
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

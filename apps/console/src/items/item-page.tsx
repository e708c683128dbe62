import type { CollectionView, DataItem, ViewField } from "@porchlight/client/data";
import { type FieldEditors, type ItemChanges, ItemForm } from "@porchlight/react";
import {
  findReferences,
  loadOptions,
  loadReferences,
  loadWholeItem,
  type ReferencePage,
  type WholeItem,
  withReferences,
} from "@porchlight/site/src/data/collection-content.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate, useParams } from "react-router";
import { collectionPath, useCollection } from "../collections/use-collections.ts";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { UnsavedGuard } from "../ui/dialog.tsx";
import { ErrorMessage, Section } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { UploadingContext } from "./form/uploading-context.ts";
import { itemTitle } from "./item-values.ts";

const media = lazy(() => import("./form/media-field.tsx"));
const editors: FieldEditors = {
  file: media,
  files: media,
  richContent: lazy(() => import("./form/rich-content-field.tsx")),
};
const RichContentView = lazy(async () => ({
  default: (await import("./form/rich-content-field.tsx")).RichContentView,
}));

/** Adds an item, or shows and changes one. */
function ItemPage() {
  const { itemId } = useParams();
  const { _id: id } = useCollection();
  const { data } = useConsole().clients.site;
  const loaded = useQuery({
    queryKey: ["items", "one", id, itemId ?? ""],
    queryFn: async () => {
      const view = await data.getCollectionView(id);
      const [whole, options] = await Promise.all([
        itemId === undefined ? undefined : loadWholeItem(data, view, itemId),
        loadOptions(data, view),
      ]);
      return { view, whole, options };
    },
    // The form must not change while it is edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (loaded.isError)
    return (
      <>
        <ErrorMessage error={loaded.error} />
        <div>
          <Button onPress={() => void loaded.refetch()}>{text("Try again")}</Button>
        </div>
      </>
    );
  if (!loaded.data) return null;
  if (loaded.data.whole === null) return <ErrorMessage error={text("This item no longer exists.")} />;
  return <EditedItem key={itemId ?? "new"} {...loaded.data} whole={loaded.data.whole} />;
}

interface EditedItemProps {
  view: CollectionView;
  /** Absent for a new item. */
  whole: WholeItem | undefined;
  options: Awaited<ReturnType<typeof loadOptions>>;
}

function EditedItem({ view, whole: loaded, options }: EditedItemProps) {
  const { data, items } = useConsole().clients.site;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isDirty, setIsDirty] = useState(false);
  /** The item already saved, if a later request failed. */
  const saved = useRef<DataItem>(undefined);
  /** Further references, which are loaded on request. */
  const [pages, setPages] = useState<readonly [ViewField, ReferencePage][]>([]);
  const whole = loaded && pages.reduce((before, [field, page]) => withReferences(before, field, page), loaded);
  const [uploading, setUploading] = useState<readonly string[]>([]);
  const [isWaiting, setIsWaiting] = useState(false);
  const reportUploading = useCallback((key: string, isUploading: boolean) => {
    setUploading((before) => [...before.filter((other) => other !== key), ...(isUploading ? [key] : [])]);
    if (!isUploading) setIsWaiting(false);
  }, []);
  const item = whole?.item;
  const path = collectionPath(view.id);

  async function save({ set, unset, references }: ItemChanges, readAt: Date | undefined) {
    const changes = [
      ...Object.entries(set).map(([fieldPath, value]) => ({ action: "SET_FIELD" as const, fieldPath, value })),
      ...unset.map((fieldPath) => ({ action: "REMOVE_FIELD" as const, fieldPath })),
    ];
    const id = saved.current?._id ?? item?._id;
    const version = saved.current?._updatedDate ?? readAt;
    if (id === undefined) saved.current = await items.insert(view.id, set as unknown as DataItem);
    else if (changes.length > 0)
      saved.current = await items.patch(view.id, id, changes, version ? { condition: { _updatedDate: version } } : {});
    const savedId = saved.current?._id ?? id!;
    for (const [key, { added, removed }] of Object.entries(references)) {
      if (added.length > 0) await items.insertReference(view.id, key, savedId, added);
      if (removed.length > 0) await items.removeReference(view.id, key, savedId, removed);
    }
    flushSync(() => setIsDirty(false));
    await queries.invalidateQueries({ queryKey: ["items"], refetchType: "none" });
    showToast(item ? text("Saved") : text("Item added"));
    await navigate(path);
  }

  async function loadNext(field: ViewField): Promise<void> {
    if (!whole) return;
    const page = await loadReferences(data, view, whole.item._id, field, whole.more[field.key]);
    setPages((before) => [...before, [field, page]]);
  }
  const moreReferences = Object.fromEntries(
    view.fields.flatMap((field) => (whole?.more[field.key] === undefined ? [] : [[field.key, () => loadNext(field)]])),
  );
  const title = item ? itemTitle(item as DataItem, view.displayField) : text("New item");
  return (
    <Section title={title}>
      {isWaiting && <ErrorMessage error={text("Wait until all files are uploaded, or cancel their uploads.")} />}
      <div
        onSubmitCapture={(event) => {
          if (uploading.length === 0) return;
          event.preventDefault();
          event.stopPropagation();
          setIsWaiting(true);
        }}
      >
        <UploadingContext value={reportUploading}>
          <ItemForm
            {...{ view, options, save, editors, moreReferences }}
            item={item}
            references={whole?.references}
            searchReferences={(target, words) => findReferences(data, target, words)}
            richContent={(content) => (
              <Suspense>
                <RichContentView content={content} />
              </Suspense>
            )}
            readAgain={item && (async () => (await loadWholeItem(data, view, item._id))?.item ?? null)}
            cancelHref={`/admin${path}`}
            onDirty={setIsDirty}
          />
        </UploadingContext>
      </div>
      <UnsavedGuard isDirty={isDirty || uploading.length > 0} />
    </Section>
  );
}

export { ItemPage as Component };

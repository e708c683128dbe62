import type { CollectionView, ViewField } from "@porchlight/client/data";
import {
  Anchor,
  type CollectionEntry,
  collectionPath,
  ItemView,
  type Messages,
  type MoreReferences,
  type Removals,
  titleOf,
} from "@porchlight/react";
import contentStyles from "@porchlight/react/styles/content.css?url";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { imageHostOf } from "../settings.ts";
import { PageHead } from "../shell/page-head.tsx";
import { text } from "../shell/shell-texts.ts";
import { useSite } from "../site.ts";
import {
  type ItemData,
  loadReferences,
  type ReferencePage,
  type WholeItem,
  withReferences,
} from "./collection-content.ts";
import { collectionText } from "./collection-texts.ts";

type RichDocument = Parameters<typeof RichContent>[0]["content"];

/** From the post page's script, which most readers have cached. */
const RichContent = lazy(async () => ({ default: (await import("../blog/post/post-page.tsx")).RichContent }));

/** Renders rich text. */
export function useRichContent() {
  const { nonce } = useSite();
  return (content: unknown) => (
    <div className="site-prose">
      <Suspense>
        <RichContent content={content as RichDocument} headingOffset={1} nonce={nonce} />
      </Suspense>
    </div>
  );
}

interface ItemPageProps {
  loaded: ItemData;
  removals: Removals;
  messages: Messages | undefined;
}

export function ItemPage({ loaded, removals, messages }: ItemPageProps) {
  const { view, from, previous, next } = loaded;
  const { settings } = useSite();
  const richContent = useRichContent();
  const navigate = useNavigate();
  const { whole, loadNext } = useWholeItem(view, loaded);
  const { item, references } = whole;
  const title = titleOf(view, item) || collectionText("collection.untitled");
  const path = collectionPath(view.id, item._id);

  const more = Object.fromEntries(
    view.fields.flatMap((field): [string, MoreReferences][] => {
      const { key } = field;
      if (loaded.more[key] === undefined && from[key] === undefined) return [];
      const place = whole.more[key];
      const href = place && `${path}?${new URLSearchParams({ [`from.${key}`]: String(place) })}`;
      return [[key, { href: href || undefined, startHref: from[key] ? path : undefined, load: () => loadNext(field) }]];
    }),
  );

  function remove({ _id }: CollectionEntry) {
    removals.remove({ collectionId: view.id, itemId: _id, title });
    void navigate(collectionPath(view.id));
  }
  return (
    <div className="item-page">
      <PageHead styles={[contentStyles]} title={`${title} · ${view.displayName}`} canonicalPath={path} />
      <CollectionBreadcrumbs view={view} />
      <ItemView
        {...{ view, item, references, more, previous, next, messages }}
        editHref={`${path}/edit`}
        onRemove={remove}
        imageHost={imageHostOf(settings)}
        richContent={richContent}
      />
    </div>
  );
}

export function CollectionBreadcrumbs({ view }: { view: CollectionView }) {
  return (
    <nav className="breadcrumbs" aria-label={text("common.breadcrumbs")}>
      <Anchor href={collectionPath(view.id)}>
        <bdi>{view.displayName}</bdi>
      </Anchor>
    </nav>
  );
}

/** An item as loaded, including further pages of its references. */
export function useWholeItem(view: CollectionView, loaded: WholeItem) {
  const { client } = useSite();
  const [pages, setPages] = useState<readonly [ViewField, ReferencePage][]>([]);
  const whole = pages.reduce((before, [field, page]) => withReferences(before, field, page), loaded);

  /** Loads the next page of references. */
  async function loadNext(field: ViewField): Promise<void> {
    const page = await loadReferences(client.data, view, loaded.item._id, field, whole.more[field.key]);
    setPages((before) => [...before, [field, page]]);
  }
  return { whole, loadNext };
}

import {
  Anchor,
  type CollectionEntry,
  CollectionList,
  type CollectionPage,
  collectionPath,
  isNarrowed,
  listHref,
  type Messages,
  type Removals,
  titleOf,
} from "@porchlight/react";
import { useState } from "react";
import { useLocation } from "react-router";
import { imageHostOf } from "../settings.ts";
import { PageHead } from "../shell/page-head.tsx";
import { PartFailed } from "../shell/problem-page.tsx";
import { useSite } from "../site.ts";
import { joinNames, loadItems } from "./collection-content.ts";
import type { ListData } from "./collection-loader.ts";
import { collectionText } from "./collection-texts.ts";

/** Lists after "Load more", by history entry, for readers who return from an item. */
const grownLists = new Map<string, CollectionPage>();

interface CollectionListPageProps {
  loaded: ListData;
  removals: Removals;
  messages: Messages | undefined;
}

export function CollectionListPage({ loaded, removals, messages }: CollectionListPageProps) {
  const { view, query, continued, problem } = loaded;
  const { settings } = useSite();
  const { key } = useLocation();
  const path = collectionPath(view.id);
  const title = view.displayName;
  return (
    <div className="collection-list">
      <PageHead
        title={title}
        description={collectionText("collection.description", { title, site: settings.siteName })}
        canonicalPath={path}
        nextPath={loaded.page.nextHref}
        noIndex={continued || isNarrowed(query) || query.sort !== ""}
      />
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {problem ? (
        <PartFailed message={collectionText("collection.failed")} problem={problem} />
      ) : (
        <Items key={key} historyKey={key} {...{ loaded, removals, messages }} />
      )}
      {continued ? (
        <p className="blog-start">
          <Anchor href={listHref(path, query)}>{collectionText("collection.start")}</Anchor>
        </p>
      ) : null}
    </div>
  );
}

interface ItemsProps extends CollectionListPageProps {
  historyKey: string;
}

function Items({ historyKey, loaded: { view, query, page, total, choices }, removals, messages }: ItemsProps) {
  const { client, settings } = useSite();
  const [start] = useState<CollectionPage>(() => grownLists.get(historyKey) ?? page);
  const path = collectionPath(view.id);

  async function loadMore(href: string): Promise<CollectionPage> {
    const cursor = new URL(href, settings.publicUrl).searchParams.get("cursor") ?? undefined;
    const next = await loadItems(client.data, view, query, { cursor });
    const before = grownLists.get(historyKey) ?? start;
    const references = joinNames(before.references, next.references);
    grownLists.set(historyKey, { items: [...before.items, ...next.items], references, nextHref: next.nextHref });
    return next;
  }
  const remove = (item: CollectionEntry) => {
    const title = titleOf(view, item) || collectionText("collection.untitled");
    removals.remove({ collectionId: view.id, itemId: item._id, title });
  };

  return (
    <CollectionList
      {...start}
      {...{ view, query, choices, total, path, loadMore, messages }}
      editHref={({ _id }) => `${collectionPath(view.id, _id)}/edit`}
      newHref={`${path}?new`}
      onRemove={remove}
      removed={removals.removedFrom(view.id)}
      imageHost={imageHostOf(settings)}
    />
  );
}

import type { CollectionView } from "@porchlight/client/data";
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import list from "@porchlight/contract/texts/en/data-list.json" with { type: "json" };
import { useCallback, useEffect, useRef, useState } from "react";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../../ui/appearance.ts";
import { LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LoadMore, type LoadMoreState } from "../../ui/load-more.tsx";
import {
  type CollectionEntry,
  collectionPath,
  type ReferenceNames,
  type ShownItem,
  startsWithVowel,
} from "./collection-entry.ts";
import { EntryCards, type EntryListProps, EntryTable } from "./entry-lists.tsx";
import { ListControls } from "./list-controls.tsx";
import { isNarrowed, type ListQuery, listHref } from "./list-query.ts";

const english = { ...list, ...common };

/** One page of a collection. */
export interface CollectionPage {
  items: readonly CollectionEntry[];
  /** Display names of the referenced items. */
  references?: ReferenceNames | undefined;
  /** URL of the next page; absent at the end. */
  nextHref?: string | undefined;
}

/** The same with items of any type. */
interface ShownPage extends Omit<CollectionPage, "items"> {
  items: readonly ShownItem[];
}

/** Props of {@link CollectionList}. */
export interface CollectionListProps extends ShownPage {
  /** The collection, as returned by `collectionViews.getCollectionView`. */
  view: CollectionView;
  /** The query of the items. */
  query?: ListQuery | undefined;
  /** Filter values by field key; ids for references, with their names in `references`. */
  choices?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Total number of items, if known. */
  total?: number | undefined;
  /** Path of the list, to which queries are appended. Default: `/collections/{id}`. */
  path?: string | undefined;
  /** Loads the page at `nextHref`. Without it, and without scripts, "Load more" is a link. */
  loadMore?: ((nextHref: string) => Promise<ShownPage>) | undefined;
  /** URL of an item. Default: `/collections/{collection}/{item}`. */
  itemHref?: ((itemId: string, collectionId: string) => string) | undefined;
  /** URL to edit an item, shown to readers with permission. */
  editHref?: ((entry: CollectionEntry) => string) | undefined;
  /** URL to add an item, shown to readers with permission. */
  newHref?: string | undefined;
  /** Deletes an item, shown to readers with permission. */
  onRemove?: ((entry: CollectionEntry) => void) | undefined;
  /** Ids of items about to be deleted. */
  removed?: ReadonlySet<string> | undefined;
  /** Base URL of the image server. Default: this site. */
  imageHost?: string | undefined;
  /** Heading level of cards: 2 below the page's `h1`, 3 below a section heading. */
  headingLevel?: 2 | 3 | undefined;
  onState?: ((state: LoadMoreState) => void) | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

interface Loaded extends CollectionPage {
  /** The list it continues; a different one resets it. */
  after: readonly CollectionEntry[];
  /** Number of items loaded last. */
  added: number;
}

const everything: ListQuery = { words: "", filters: {}, sort: "" };

/** Items of a collection in a table or as cards, with search, filters and sorting above and "Load more" at the end. */
export function CollectionList(props: CollectionListProps) {
  const { view, query = everything, choices = {}, total, newHref, removed, loadMore } = props;
  const { path = collectionPath(view.id), headingLevel = 2, onState, messages, appearance } = props;
  const firstItems = props.items as readonly CollectionEntry[];
  const text = useTexts(english, messages);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [state, setState] = useState<LoadMoreState>("idle");
  const frame = useRef<HTMLDivElement>(null);
  const more = loaded?.after === firstItems ? loaded : null;
  const all = more ? [...firstItems, ...more.items] : firstItems;
  const items = removed && removed.size > 0 ? all.filter(({ _id }) => !removed.has(_id)) : all;
  const nextHref = more ? more.nextHref : props.nextHref;
  const firstNew = more?.items[more.items.length - more.added]?._id;

  const focusOn = useCallback((itemId: string | undefined) => {
    const links = frame.current?.querySelectorAll<HTMLElement>("[data-part=itemLink]") ?? [];
    [...links].find(({ dataset }) => dataset.item === itemId)?.focus();
  }, []);
  // Focus moves to the first new item, to the next one after a removal, or to a restored one.
  useEffect(() => {
    if (firstNew !== undefined) focusOn(firstNew);
  }, [firstNew, focusOn]);
  const removedBefore = useRef(removed);
  useEffect(() => {
    const before = removedBefore.current;
    removedBefore.current = removed;
    if (before === removed || document.activeElement !== document.body) return;
    const index = all.findIndex(({ _id }) => removed?.has(_id) && !before?.has(_id));
    if (index < 0) return focusOn(all.find(({ _id }) => before?.has(_id) && !removed?.has(_id))?._id);
    focusOn((all.slice(index).find(({ _id }) => !removed?.has(_id)) ?? items.at(-1))?._id);
  });
  useEffect(() => onState?.(state), [onState, state]);

  async function load() {
    if (!loadMore || !nextHref || state === "pending") return;
    setState("pending");
    try {
      const page = (await loadMore(nextHref)) as CollectionPage;
      setLoaded({
        after: firstItems,
        items: [...(more?.items ?? []), ...page.items],
        references: joinNames(more?.references, page.references),
        nextHref: page.nextHref,
        added: page.items.length,
      });
      setState("idle");
    } catch {
      setState("failed");
    }
  }

  const narrowed = isNarrowed(query);
  const mayAdd = newHref !== undefined && view.access.insert !== "NONE";
  const rows: EntryListProps = {
    ...props,
    items,
    headingLevel,
    references: joinNames(props.references, more?.references) ?? {},
    text,
  };
  return (
    <div
      ref={frame}
      {...part("collection", "site-collection", appearance)}
      data-state={state}
      aria-busy={state === "pending" || undefined}
    >
      {mayAdd && (
        <p {...part("add", "site-collection-add", appearance)}>
          <LinkButton variant="primary" href={newHref}>
            {view.singularName
              ? text(startsWithVowel(view.singularName) ? "data.list.addAn" : "data.list.addA", {
                  item: view.singularName,
                })
              : text("data.list.add")}
          </LinkButton>
        </p>
      )}
      {(all.length > 0 || narrowed) && (
        <ListControls {...{ view, query, choices, path, text, appearance }} references={rows.references} />
      )}
      <p {...part("count", narrowed ? "site-collection-count" : "site-hidden", appearance)} role="status">
        {narrowed && total !== undefined && items.length > 0 && text("data.list.found", { n: total })}
      </p>
      {items.length > 0 ? (
        view.layout === "CARDS" ? (
          <EntryCards {...rows} />
        ) : (
          <EntryTable {...rows} />
        )
      ) : narrowed ? (
        <EmptyState appearance={appearance}>
          {text("data.list.nothing")}{" "}
          <LinkButton variant="quiet" href={listHref(path, { ...everything, sort: query.sort })}>
            {text("data.list.clear")}
          </LinkButton>
        </EmptyState>
      ) : (
        <EmptyState appearance={appearance}>
          {text(mayAdd ? "data.list.emptyForWriters" : "data.list.empty")}
        </EmptyState>
      )}
      <p className="site-hidden" role="status">
        {more && more.added > 0 && text("data.list.added", { n: more.added })}
      </p>
      {nextHref && (
        <LoadMore
          href={nextHref}
          state={state}
          label={text("common.action.loadMore")}
          pendingLabel={text("data.list.loading")}
          failedText={text("data.list.failed")}
          retryLabel={text("common.action.retry")}
          onLoad={loadMore && (() => void load())}
          appearance={appearance}
        />
      )}
    </div>
  );
}

function joinNames(one: ReferenceNames | undefined, other: ReferenceNames | undefined): ReferenceNames | undefined {
  if (!one || !other) return one ?? other;
  const joined = Object.entries(other).map(([id, names]) => [id, { ...one[id], ...names }]);
  return { ...one, ...Object.fromEntries(joined) };
}

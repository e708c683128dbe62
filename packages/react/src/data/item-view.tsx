import type { CollectionView } from "@porchlight/client/data";
import itemWords from "@porchlight/contract/texts/en/data-item.json" with { type: "json" };
import list from "@porchlight/contract/texts/en/data-list.json" with { type: "json" };
import { createElement, lazy, type ReactNode, Suspense } from "react";
import { type Messages, useTexts } from "../texts/use-texts.ts";
import { Anchor } from "../ui/anchor.tsx";
import { type Appearance, part } from "../ui/appearance.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { FieldValue, hasValue } from "./field-value.tsx";
import {
  type CollectionEntry,
  mayDo,
  type ReferenceNames,
  referencedIds,
  type ShownItem,
  titleOf,
} from "./list/collection-entry.ts";
import type { MoreReferences } from "./values/more-references.tsx";

const english = { ...list, ...itemWords };

/** Rarely needed, so loaded on demand. */
const MoreReferencesLink = lazy(() => import("./values/more-references.tsx"));

/** The previous or next item in the collection's order. */
export interface Neighbour {
  href: string;
  title: string;
}

/** Props of {@link ItemView}. */
export interface ItemViewProps {
  view: CollectionView;
  item: ShownItem;
  references?: ReferenceNames | undefined;
  /** By field key, multi-reference fields with more items than shown. */
  more?: Readonly<Record<string, MoreReferences>> | undefined;
  previous?: Neighbour | undefined;
  next?: Neighbour | undefined;
  /** URL of an item of another collection. Default: `/collections/{collection}/{item}`. */
  itemHref?: ((itemId: string, collectionId: string) => string) | undefined;
  /** URL to edit it, shown to readers with permission. */
  editHref?: string | undefined;
  /** Deletes it, shown to readers with permission. */
  onRemove?: ((item: CollectionEntry) => void) | undefined;
  imageHost?: string | undefined;
  /** Renders rich text: `(content) => <RichContent content={content} headingOffset={1} />`. Default: it is omitted. */
  richContent?: ((content: unknown) => ReactNode) | undefined;
  /** Heading level of the title. Default: 1. */
  headingLevel?: 1 | 2 | 3 | undefined;
  messages?: Messages | undefined;
  appearance?: Appearance | undefined;
}

/** One item: its title, fields, and links to the previous and next one. */
export function ItemView(props: ItemViewProps) {
  const {
    view,
    item: given,
    more = {},
    previous,
    next,
    editHref,
    onRemove,
    headingLevel = 1,
    messages,
    appearance,
    ...rest
  } = props;
  const item = given as CollectionEntry;
  const text = useTexts(english, messages);
  const title = titleOf(view, item) || text("data.field.untitled");
  const shown = view.fields.filter(
    ({ key, type }) => key !== view.displayField && (type === "BOOLEAN" || more[key] || hasValue(item[key])),
  );
  const mayEdit = editHref !== undefined && mayDo(view, item, "update");
  const mayRemove = onRemove !== undefined && mayDo(view, item, "remove");
  return (
    <article {...part("item", "site-item", appearance)}>
      {createElement(`h${headingLevel}`, part("itemTitle", "site-item-title", appearance), title)}
      {(mayEdit || mayRemove) && (
        <p className="site-item-actions">
          {mayEdit && <LinkButton href={editHref}>{text("data.item.edit")}</LinkButton>}
          {mayRemove && <Button onClick={() => onRemove(item)}>{text("data.item.remove")}</Button>}
        </p>
      )}
      <dl {...part("fields", "site-item-fields", appearance)}>
        {shown.map((field) => (
          <div key={field.key} data-type={field.type}>
            <dt>{field.displayName}</dt>
            <dd>
              <FieldValue {...rest} {...{ field, text, messages }} value={item[field.key]} />
              {more[field.key] && (
                <Suspense>
                  <MoreReferencesLink
                    more={more[field.key]!}
                    field={field.displayName}
                    count={referencedIds(item[field.key]).length}
                    messages={messages}
                  />
                </Suspense>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {(previous || next) && (
        <nav {...part("neighbours", "site-item-neighbours", appearance)} aria-label={text("data.item.neighbours")}>
          {previous && <NeighbourLink {...previous} rel="prev" label={text("data.item.previous")} text={text} />}
          {next && <NeighbourLink {...next} rel="next" label={text("data.item.next")} text={text} />}
        </nav>
      )}
    </article>
  );
}

interface NeighbourLinkProps extends Neighbour {
  rel: "prev" | "next";
  label: string;
  text(key: "data.field.untitled"): string;
}

function NeighbourLink({ href, rel, label, title, text }: NeighbourLinkProps) {
  return (
    <Anchor href={href} rel={rel}>
      <span className="site-neighbour-label">{label}</span> <span>{title || text("data.field.untitled")}</span>
    </Anchor>
  );
}

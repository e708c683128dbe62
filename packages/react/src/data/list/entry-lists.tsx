import type { CollectionView, ViewField } from "@porchlight/client/data";
import { createElement } from "react";
import { Anchor } from "../../ui/anchor.tsx";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { FieldValue, hasValue } from "../field-value.tsx";
import type { ListTexts } from "../values/field-value-props.ts";
import { type CollectionEntry, collectionPath, mayDo, type ReferenceNames, titleOf } from "./collection-entry.ts";
import { fieldOf } from "./list-query.ts";

export interface EntryListProps {
  view: CollectionView;
  items: readonly CollectionEntry[];
  references: ReferenceNames;
  itemHref?: ((itemId: string, collectionId: string) => string) | undefined;
  editHref?: ((entry: CollectionEntry) => string) | undefined;
  onRemove?: ((entry: CollectionEntry) => void) | undefined;
  imageHost?: string | undefined;
  headingLevel: 2 | 3;
  text: ListTexts;
  appearance?: Appearance | undefined;
}

const isPicture = ({ type }: ViewField) => type === "IMAGE" || type === "MEDIA_IMAGE" || type === "LEGACY_IMAGE";

/** Explicit roles, because browsers drop them if a row is laid out as a card. */
const as = (role: string) => ({ role });

/** One row per item, or one card on narrow screens. */
export function EntryTable(props: EntryListProps) {
  const { view, items, text, appearance } = props;
  const columns = columnsOf(view);
  const hasActions = items.some((entry) => actionsOf(props, entry).length > 0);
  const table = (
    <table {...as("table")} {...part("items", "site-table", appearance)} aria-label={view.displayName}>
      <thead {...as("rowgroup")}>
        <tr {...as("row")}>
          <th {...as("columnheader")} scope="col">
            {fieldOf(view, view.displayField)?.displayName ?? view.displayName}
          </th>
          {columns.map((field) => (
            <th key={field.key} {...as("columnheader")} scope="col" data-type={field.type}>
              {field.displayName}
            </th>
          ))}
          {hasActions && (
            <th {...as("columnheader")} scope="col">
              <span className="site-hidden">{text("data.list.actions")}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody {...as("rowgroup")}>
        {items.map((entry) => (
          <tr key={entry._id} {...as("row")} {...part("item", "site-row", appearance)}>
            <th {...as("rowheader")} scope="row">
              <EntryLink {...props} entry={entry} />
            </th>
            {columns.map((field) => (
              <td
                key={field.key}
                {...as("cell")}
                data-type={field.type}
                data-empty={!isShown(field, entry) || undefined}
              >
                <span className="site-cell-label" aria-hidden="true">
                  {field.displayName}
                </span>
                <span className="site-cell">
                  <FieldValue {...props} field={field} value={entry[field.key]} isShort />
                </span>
              </td>
            ))}
            {hasActions && (
              <td {...as("cell")} className="site-row-actions">
                <EntryActions {...props} entry={entry} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return <div className="site-table-frame">{table}</div>;
}

/** One card per item, with its image on top. */
export function EntryCards(props: EntryListProps) {
  const { view, items, headingLevel, appearance } = props;
  const columns = columnsOf(view);
  const picture = columns.find(isPicture);
  const facts = columns.filter((field) => field !== picture);
  return (
    <ul {...part("items", "site-cards site-entry-cards", appearance)}>
      {items.map((entry) => {
        const shown = facts.filter((field) => isShown(field, entry));
        return (
          <li key={entry._id} {...part("item", "site-card site-entry-card", appearance)}>
            {picture &&
              (hasValue(entry[picture.key]) ? (
                <FieldValue {...props} field={picture} value={entry[picture.key]} isShort />
              ) : (
                <span className="site-thumbnail site-thumbnail-empty" aria-hidden="true">
                  {[...titleOf(view, entry)][0]}
                </span>
              ))}
            {createElement(
              `h${headingLevel}`,
              part("itemTitle", "site-card-title", appearance),
              <EntryLink {...props} entry={entry} />,
            )}
            {shown.length > 0 && (
              <dl className="site-entry-facts">
                {shown.map((field) => (
                  <div key={field.key}>
                    <dt>{field.displayName}</dt>
                    <dd>
                      <FieldValue {...props} field={field} value={entry[field.key]} isShort />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            <EntryActions {...props} entry={entry} />
          </li>
        );
      })}
    </ul>
  );
}

/** Fields besides the display field. */
const columnsOf = (view: CollectionView): ViewField[] =>
  view.listFields.flatMap((key) => (key === view.displayField ? [] : (fieldOf(view, key) ?? [])));

/** An unchecked value is information, too. */
const isShown = ({ key, type }: ViewField, entry: CollectionEntry) => type === "BOOLEAN" || hasValue(entry[key]);

function EntryLink({ view, entry, itemHref, text }: EntryListProps & { entry: CollectionEntry }) {
  return (
    <Anchor
      data-part="itemLink"
      data-item={entry._id}
      className="site-entry-link"
      href={(itemHref ?? ((id, of) => collectionPath(of, id)))(entry._id, view.id)}
    >
      {titleOf(view, entry) || text("data.field.untitled")}
    </Anchor>
  );
}

function actionsOf({ view, editHref, onRemove }: EntryListProps, entry: CollectionEntry): ("edit" | "remove")[] {
  return [
    ...(editHref && mayDo(view, entry, "update") ? (["edit"] as const) : []),
    ...(onRemove && mayDo(view, entry, "remove") ? (["remove"] as const) : []),
  ];
}

function EntryActions(props: EntryListProps & { entry: CollectionEntry }) {
  const { view, entry, editHref, onRemove, text } = props;
  const actions = actionsOf(props, entry);
  if (actions.length === 0) return null;
  const title = titleOf(view, entry) || text("data.field.untitled");
  return (
    <span className="site-entry-actions">
      {actions.includes("edit") && (
        <Anchor
          className="site-button"
          data-variant="quiet"
          href={editHref?.(entry) ?? ""}
          aria-label={text("data.item.editNamed", { title })}
        >
          {text("data.item.edit")}
        </Anchor>
      )}
      {actions.includes("remove") && (
        <Button variant="quiet" aria-label={text("data.item.removeNamed", { title })} onClick={() => onRemove?.(entry)}>
          {text("data.item.remove")}
        </Button>
      )}
    </span>
  );
}

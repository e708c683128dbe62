import type { CollectionField, CollectionView, DataItem } from "@porchlight/client/data";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Plus, Upload } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { collectionPath, nameOf, useCollection } from "../collections/use-collections.ts";
import { useConsole, useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { UnsavedGuard } from "../ui/dialog.tsx";
import { SearchBox } from "../ui/list.tsx";
import { saveFile } from "../ui/save-file.ts";
import { SavedViews } from "../ui/saved-views.tsx";
import { EmptyState, ErrorMessage } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { useFilters, useListSelection } from "../ui/use-filters.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { BulkProgress } from "./bulk/bulk-progress.tsx";
import { useBulkRun } from "./bulk/use-bulk-run.ts";
import { ColumnMenu } from "./column-menu.tsx";
import { FilterEditor } from "./filter/filter-editor.tsx";
import { conditionsOf, isComplete, readFilter, toFilter, writeFilter } from "./filter/filter-tree.ts";
import { CellProblems } from "./grid/cell-problems.tsx";
import { type GridColumn, titleColumn } from "./grid/grid-columns.ts";
import { ItemGrid } from "./grid/item-grid.tsx";
import { useCellChanges } from "./grid/use-cell-changes.ts";
import { useItemWindow } from "./grid/use-item-window.ts";
import { noSelection } from "./selection.ts";

const defaultColumns = 3;

/** The items of a collection, with search, filters, sorting and bulk actions. The address contains all of these. */
function ItemsPage() {
  const { _id: id } = useCollection();
  const { data } = useConsole().clients.site;
  const view = useQuery({ queryKey: ["collections", "view", id], queryFn: () => data.getCollectionView(id) });
  if (view.data) return <ItemList key={id} view={view.data} />;
  return view.isError ? (
    <>
      <ErrorMessage error={view.error} />
      <div>
        <Button onPress={() => void view.refetch()}>{text("Try again")}</Button>
      </div>
    </>
  ) : null;
}

function ItemList({ view }: { view: CollectionView }) {
  const collection = useCollection();
  const { id, displayField } = view;
  const { items } = useConsole().clients.site;
  const { _id: accountId } = useStaffAccount();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { filters, setFilter, clearFilters } = useFilters(["search", "sort", "filter", "columns"]);
  const [isEditing, setIsEditing] = useState(false);
  /** Deleted items that can still be restored: the server still has them. */
  const [removed, setRemoved] = useState<readonly (readonly string[])[]>([]);
  const fields = useFilterFields(collection.fields);
  const tree = readFilter(filters.filter);
  const [selection, setSelection] = useListSelection([id, filters.search, filters.filter], noSelection);
  const columns = useColumns(view, filters.columns);
  const sort = { field: filters.sort.replace(/^-/, ""), isDescending: filters.sort.startsWith("-") };
  const hasDrafts = collection.plugins.some(({ type }) => type === "PUBLISH");
  const filter = {
    $and: [
      toFilter(tree, fields),
      ...(filters.search && displayField ? [{ [displayField]: { $contains: filters.search } }] : []),
    ],
  };
  const list = useItemWindow({
    view,
    filter: { $and: [...filter.$and, ...removed.map((ids) => ({ $not: [{ _id: { $in: [...ids] } }] }))] },
    sort,
    fields: [...columns.map(({ key }) => key), "_updatedDate", "_publishStatus"],
    hasDrafts,
  });
  const cells = useCellChanges(view);
  const bulk = useBulkRun(id, filter, hasDrafts);
  const restore = (ids: readonly string[]) => setRemoved((current) => current.filter((one) => one !== ids));
  const remove = useMutation({
    mutationFn: (ids: readonly string[]) => items.bulkRemove(id, ids, { showDrafts: hasDrafts }),
    onSuccess: ({ errors = [] }) => {
      if (errors.length > 0)
        showToast(text("{n, plural, one {# item} other {# items}} could not be deleted", { n: errors.length }));
    },
    onSettled: async (_data, _error, ids) => {
      restore(ids);
      await queries.invalidateQueries({ queryKey: ["items"] });
    },
  });
  /** A deleted item cannot be restored, so the request waits until the message has disappeared. */
  function removeSoon(ids: readonly string[]) {
    setRemoved((current) => [...current, ids]);
    setSelection(noSelection);
    showToast(text("{n, plural, one {# item deleted} other {# items deleted}}", { n: ids.length }), {
      undo: () => restore(ids),
      onExpire: () => remove.mutate(ids),
    });
  }
  const isIncomplete = conditionsOf(tree).some((condition) => !isComplete(condition, fields));
  const download = useExport(id, filter);
  const isFiltered = tree.parts.length > 0 || filters.search !== "";
  const failed = [remove, download].find(({ isError }) => isError);
  const isUnsaved = isEditing || [...cells.changes.values()].some(({ state }) => state !== "saved");
  const pathOf = (item: DataItem) => `${collectionPath(id)}/items/${encodeURIComponent(item._id)}`;
  const { total, count } = list;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex w-full flex-wrap gap-2 sm:w-auto">
          {displayField && (
            <SearchBox
              label={text("Search items")}
              placeholder={titleColumn(view).name}
              value={filters.search}
              onChange={(value) => setFilter("search", value)}
            />
          )}
          <ColumnMenu
            columns={allColumns(view)}
            shown={columns.map(({ key }) => key)}
            onChange={(keys) => setFilter("columns", keys.length > 0 ? keys.join(",") : "none")}
          />
          <SavedViews key={id} list={`items-${id}`} accountId={accountId} />
        </div>
        <div className="flex flex-wrap gap-2 sm:ms-auto">
          <Button isPending={download.isPending} isDisabled={isIncomplete} onPress={() => download.mutate()}>
            <Download aria-hidden size={16} />
            {download.isPending ? text("Exporting…") : text("Export")}
          </Button>
          {view.access.insert !== "NONE" && (
            <>
              <LinkButton to={`${collectionPath(id)}/import`}>
                <Upload aria-hidden size={16} />
                {text("Import")}
              </LinkButton>
              <Button kind="primary" onPress={() => void navigate(`${collectionPath(id)}/items/new`)}>
                <Plus aria-hidden size={16} />
                {view.singularName ? text("Add {name}", { name: view.singularName }) : text("Add an item")}
              </Button>
            </>
          )}
        </div>
      </div>
      <FilterEditor fields={fields} filter={tree} onChange={(changed) => setFilter("filter", writeFilter(changed))} />
      {failed && <ErrorMessage error={failed.error} />}
      {list.error !== undefined && (
        <>
          <ErrorMessage error={list.error} />
          <div>
            <Button onPress={() => void list.retry()}>{text("Try again")}</Button>
          </div>
        </>
      )}
      <BulkProgress bulk={bulk} />
      {!isIncomplete && (
        <BulkBar {...{ view, selection, bulk }} count={count ?? 0} onSelect={setSelection} onDelete={removeSoon} />
      )}
      <CellProblems {...{ cells, columns }} />
      {total === 0 ? (
        <EmptyState>
          <p>{isFiltered ? text("No items match.") : text("No items yet. Add the first one, or import a CSV file.")}</p>
          {isFiltered && <Button onPress={clearFilters}>{text("Show all items")}</Button>}
        </EmptyState>
      ) : (
        total !== undefined && (
          <ItemGrid
            {...{ view, columns, total, selection, sort, cells }}
            name={text("Items of {name}", { name: nameOf(collection) })}
            rowAt={list.rowAt}
            onShow={list.show}
            onSelect={setSelection}
            onSort={(field, isDescending) => setFilter("sort", `${isDescending ? "-" : ""}${field}`)}
            canEdit={view.access.update !== "NONE"}
            onOpen={(item) => void navigate(pathOf(item))}
            onEditing={setIsEditing}
          />
        )
      )}
      {count !== undefined && count > 0 && (
        <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-muted">
          <p aria-live="polite" className="tabular-nums">
            {total !== undefined && total < count
              ? text("{n, plural, one {# item} other {# items}}. The list shows the first {total, number}.", {
                  n: count,
                  total,
                })
              : text("{n, plural, one {# item} other {# items}}", { n: count })}
          </p>
          <p className="pointer-coarse:hidden">
            {text("Enter edits a cell, Space selects a row, Ctrl+Enter opens the item.")}
          </p>
        </div>
      )}
      <UnsavedGuard isDirty={isUnsaved || bulk.run?.state === "running"} />
    </>
  );
}

/** Types whose values say little in one line. */
const longTypes = new Set<string>(["RICH_CONTENT", "RICH_TEXT", "OBJECT", "ARRAY", "ANY"]);
const systemKeys = ["_createdDate", "_updatedDate"];

/** The fields that filters compare: those of the owner, and the dates of the server. */
function useFilterFields(all: readonly CollectionField[]): CollectionField[] {
  return useMemo(
    () => [
      ...all.filter(({ systemField }) => !systemField),
      { key: "_createdDate", displayName: text("Created"), type: "DATETIME" },
      { key: "_updatedDate", displayName: text("Changed"), type: "DATETIME" },
    ],
    [all],
  );
}

const allColumns = (view: CollectionView): GridColumn[] => {
  const title = titleColumn(view);
  const others = view.fields
    .filter(({ key }) => key !== title.key)
    .map((field) => ({
      key: field.key,
      name: field.displayName,
      field,
      isSortable: field.type !== "MULTI_REFERENCE",
    }));
  const dates = systemKeys.map((key) => ({
    key,
    name: key === "_createdDate" ? text("Created") : text("Changed"),
    field: undefined,
    isSortable: true,
  }));
  return [...others, ...dates];
};

/** The title, and the columns that were chosen, or the first fields and the date of the last change. */
function useColumns(view: CollectionView, chosen: string): GridColumn[] {
  return useMemo(() => {
    const keys = chosen.split(",");
    const all = allColumns(view);
    const shown = chosen
      ? all.filter(({ key }) => keys.includes(key))
      : [...all.filter(({ field }) => field && !longTypes.has(field.type)).slice(0, defaultColumns), all.at(-1)!];
    return [titleColumn(view), ...shown];
  }, [view, chosen]);
}

/** Downloads the items that match a filter as CSV. */
function useExport(collectionId: string, filter: Record<string, unknown>) {
  const { collections } = useConsole().clients.site;
  return useMutation({
    async mutationFn() {
      const { job } = await collections.exportItems(collectionId, { format: "CSV", filter });
      const { job: done } = await collections.waitForItemJob(job._id);
      if (done.status !== "COMPLETED") throw new Error(done.reason ?? text("The export failed. Try again."));
      const response = await collections.downloadItems(job._id);
      saveFile(await response.blob(), `${collectionId.replaceAll("/", "-")}.csv`);
    },
  });
}

export { ItemsPage as Component };

import type { DataCollection } from "@porchlight/client/data";
import { TimeText } from "@porchlight/react";
import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { CopyAndDelete, SearchedList } from "../ui/list.tsx";
import { Page } from "../ui/page.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";
import { useFilters } from "../ui/use-filters.ts";
import { CreateDialog } from "./create-dialog.tsx";
import { describePermissions } from "./permission-levels.ts";
import { collectionPath, nameOf, useCollections } from "./use-collections.ts";

/** Collections up to this number are counted for the list. */
const maxCounted = 50;

/** All collections. */
function CollectionsPage() {
  const { site } = useConsole().clients;
  const isOwner = useStaffAccount().role === "owner";
  const queries = useQueryClient();
  const { filters, setFilter } = useFilters(["search"]);
  /** The collection to duplicate, or whether an empty dialog is open. */
  const [created, setCreated] = useState<DataCollection | "new">();
  const list = useCollections();
  const words = filters.search.toLocaleLowerCase();
  const shown = (list.data ?? []).filter(({ _id, displayName }) =>
    `${_id} ${displayName ?? ""}`.toLocaleLowerCase().includes(words),
  );
  const counts = useQueries({
    queries: shown.slice(0, maxCounted).map(({ _id }) => ({
      queryKey: ["items", "count", _id],
      queryFn: () => site.items.count(_id, {}),
    })),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ["collections"] });
  const restore = useMutation({
    mutationFn: (id: string) => site.collections.restoreDataCollection(id),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => site.collections.deleteDataCollection(id),
    onSettled: refresh,
    onSuccess: (_, id) => showToast(text("The collection was deleted"), { undo: () => restore.mutate(id) }),
  });
  const failed = [list, remove, restore].find(({ isError }) => isError);
  return (
    <Page
      title={text("Collections")}
      actions={
        isOwner && (
          <Button kind="primary" onPress={() => setCreated("new")}>
            <Plus aria-hidden size={16} />
            {text("New collection")}
          </Button>
        )
      }
    >
      <SearchedList
        label={text("Search collections")}
        search={filters.search}
        onSearch={(value) => setFilter("search", value)}
        problem={failed && <ErrorMessage error={failed.error} />}
        isLoaded={list.isSuccess}
        createButton={isOwner && <Button onPress={() => setCreated("new")}>{text("New collection")}</Button>}
        texts={{
          empty: text(
            "A collection is a list of items of the same kind, such as recipes, events or a team. Each item can have a page on the site.",
          ),
          noMatch: text("No collections match."),
          showAll: text("Show all collections"),
        }}
      >
        {shown.map((collection, index) => (
          <li key={collection._id} className="flex items-center gap-3 border-line p-4 not-first:border-t">
            <div className="grid min-w-0 grow gap-1">
              <Link
                to={collectionPath(collection._id)}
                className="truncate font-medium hover:text-accent hover:underline"
              >
                {nameOf(collection)}
              </Link>
              <p className="text-muted">
                {counts[index]?.data !== undefined && (
                  <>{text("{n, plural, one {# item} other {# items}}", { n: counts[index].data })} · </>
                )}
                {text("{n, plural, one {# field} other {# fields}}", {
                  n: collection.fields.filter(({ systemField }) => !systemField).length,
                })}
                {" · "}
                {text("Changed")} <TimeText value={collection._updatedDate} />
              </p>
              <p className="text-muted">{describePermissions(collection.permissions)}</p>
            </div>
            {isOwner && (
              <CopyAndDelete
                name={nameOf(collection)}
                isDeleting={remove.isPending}
                onCopy={() => setCreated(collection)}
                onDelete={() => remove.mutate(collection._id)}
              />
            )}
          </li>
        ))}
      </SearchedList>
      {created !== undefined && (
        <CreateDialog
          source={created === "new" ? undefined : created}
          taken={(list.data ?? []).map(({ _id }) => _id)}
          onClose={() => setCreated(undefined)}
        />
      )}
    </Page>
  );
}

export { CollectionsPage as Component };

import type { FileSortField } from "@porchlight/client/media";
import { LayoutGrid, List, Upload } from "lucide-react";
import { useState } from "react";
import { FileTrigger, type Selection } from "react-aria-components";
import { useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { UnsavedGuard } from "../ui/dialog.tsx";
import { Select } from "../ui/fields.tsx";
import { FilterTabs, SearchBox } from "../ui/list.tsx";
import { Page } from "../ui/page.tsx";
import { useFilters, useListSelection } from "../ui/use-filters.ts";
import { FileDetails } from "./file-details.tsx";
import { DeleteDialog, MoveDialog, UsedFilesDialog } from "./file-dialogs.tsx";
import { DropArea, FilePages } from "./file-pages.tsx";
import { mediaKinds } from "./file-properties.ts";
import { FileGrid, FileTable } from "./file-views.tsx";
import { FolderActions, FolderBreadcrumbs, FolderTiles } from "./folder-tools.tsx";
import { SelectionToolbar } from "./selection-toolbar.tsx";
import { UploadList, useDroppedFiles, useUploads } from "./uploads.tsx";
import { mediaTypeOf, useFileChanges, useFolders, useMediaFiles } from "./use-media.ts";
import { useUploadFile } from "./use-upload-file.ts";

const tabs = [
  { value: "", name: text("All") },
  ...Object.entries(mediaKinds).map(([value, { plural }]) => ({ value, name: plural })),
];
const shown = [
  { id: "", label: text("Library") },
  { id: "unused", label: text("Unused") },
  { id: "trash", label: text("Trash") },
] as const;
const sorts = [
  { id: "-createdDate", label: text("Newest first") },
  { id: "createdDate", label: text("Oldest first") },
  { id: "displayName", label: text("Name") },
  { id: "-sizeInBytes", label: text("Largest first") },
  { id: "sizeInBytes", label: text("Smallest first") },
] as const;

/** All files of the site. The address contains the filters, the order, the folder and the open file. */
function MediaPage() {
  const { role } = useStaffAccount();
  const { filters, setFilter, clearFilters } = useFilters(["type", "show", "search", "sort", "view", "folder", "file"]);
  const { show, search, view, folder: folderId } = filters;
  const isTrash = show === "trash";
  const sort = sorts.find(({ id }) => id === filters.sort)?.id ?? "-createdDate";
  const sortField = sort.replace(/^-/, "") as FileSortField;
  const isDescending = sort.startsWith("-");
  const isEditor = role !== "author";
  const filter = {
    mediaType: mediaTypeOf(filters.type),
    ...(search && { search }),
    ...(folderId && !isTrash && { folderId }),
    ...(show === "unused" && { unused: true }),
    ...(isTrash && { trashed: true }),
  };
  const found = useMediaFiles({ ...filter, sort: sortField, order: isDescending ? "DESC" : "ASC" });
  const { files, total } = found;
  const folders = useFolders().data ?? [];
  const current = folders.find(({ _id }) => _id === folderId);
  const [selection, setSelection] = useListSelection<Selection>([filters.type, show, search, folderId], new Set());
  const [dialog, setDialog] = useState<"move" | "delete" | "empty">();
  const changes = useFileChanges();
  const uploads = useUploads(useUploadFile({ folderId: current?._id }));
  const isDragging = useDroppedFiles(!isTrash, uploads.add);
  const selected = files.filter(({ _id }) => selection === "all" || selection.has(_id));
  const done = () => {
    setDialog(undefined);
    setSelection(new Set());
  };
  const views = { files, selection, onSelectionChange: setSelection, onOpen: (id: string) => setFilter("file", id) };
  const isFiltered = search !== "" || filters.type !== "";
  const uploadButton = (kind: "primary" | "secondary") => (
    <FileTrigger allowsMultiple onSelect={(chosen) => chosen && uploads.add(chosen)}>
      <Button kind={kind}>
        <Upload aria-hidden size={16} />
        {text("Upload")}
      </Button>
    </FileTrigger>
  );
  const takesUploads = show === "" && search === "" && filters.type === "";
  return (
    <Page title={text("Media")} actions={!isTrash && uploadButton("primary")}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterTabs
          label={text("Type")}
          tabs={tabs}
          value={filters.type}
          onChange={(value) => setFilter("type", value)}
        />
        <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
          <Select
            label={text("Show")}
            hidesLabel
            value={show}
            options={shown}
            onChange={(id) => setFilter("show", id)}
          />
          <Select
            label={text("Order")}
            hidesLabel
            value={sort}
            options={sorts}
            onChange={(id) => setFilter("sort", id)}
          />
          <div className="col-span-2">
            <SearchBox
              label={text("Search files")}
              placeholder={text("File name or alternative text")}
              value={search}
              onChange={(value) => setFilter("search", value)}
            />
          </div>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {isTrash ? (
          <p className="text-muted">
            {text("Files stay in the trash until you delete them. Content that uses them still shows them.")}
          </p>
        ) : (
          <FolderBreadcrumbs folders={folders} id={folderId} />
        )}
        <div className="flex flex-wrap gap-2">
          {isTrash && isEditor && total > 0 && (
            <Button kind="danger" onPress={() => setDialog("empty")}>
              {isFiltered ? text("Delete {n, number} permanently", { n: total }) : text("Empty the trash")}
            </Button>
          )}
          {isEditor && !isTrash && (
            <FolderActions folders={folders} current={current} onChange={(id) => setFilter("folder", id)} />
          )}
          <Button
            aria-label={view === "list" ? text("Show as grid") : text("Show as list")}
            onPress={() => setFilter("view", view === "list" ? "" : "list")}
          >
            {view === "list" ? <LayoutGrid aria-hidden size={16} /> : <List aria-hidden size={16} />}
          </Button>
        </div>
      </div>
      <UnsavedGuard isDirty={uploads.ids.length > 0} />
      <UploadList uploads={uploads} />
      {show === "" && search === "" && <FolderTiles folders={folders} parentId={current?._id} />}
      {show === "unused" && isEditor && total > 0 && selected.length === 0 && (
        <div>
          <Button isPending={changes.trashAllUnused.isPending} onPress={() => changes.trashAllUnused.mutate(filter)}>
            {text("Move {n, plural, one {the unused file} other {all # unused files}} to the trash", { n: total })}
          </Button>
        </div>
      )}
      <div className="flex flex-col gap-6">
        <FilePages
          found={found}
          empty={
            <>
              <p>{emptyText(filters)}</p>
              {takesUploads && uploadButton("secondary")}
              {(isFiltered || show !== "" || folderId !== "") && (
                <Button onPress={clearFilters}>{text("Show all files")}</Button>
              )}
            </>
          }
        >
          {view === "list" ? (
            <FileTable
              {...views}
              sortDescriptor={{ column: sortField, direction: isDescending ? "descending" : "ascending" }}
              onSortChange={({ column, direction }) =>
                setFilter("sort", `${direction === "descending" ? "-" : ""}${column}`)
              }
            />
          ) : (
            <FileGrid {...views} />
          )}
        </FilePages>
        {selected.length > 0 && (
          <SelectionToolbar
            files={selected}
            shown={files.length}
            isTrash={isTrash}
            changes={changes}
            onDialog={setDialog}
            onSelectAll={() => setSelection("all")}
            onClear={() => setSelection(new Set())}
          />
        )}
      </div>
      {isDragging && <DropArea folder={current?.name} />}
      {filters.file && (
        <FileDetails
          id={filters.file}
          changes={changes}
          onClose={() => setFilter("file", "")}
          onReplaced={(id) => setFilter("file", id)}
          onDelete={(file) => {
            setFilter("file", "");
            setSelection(new Set([file._id]));
            setDialog("delete");
          }}
        />
      )}
      <UsedFilesDialog
        usedFiles={changes.usedFiles}
        onClose={changes.clearUsedFiles}
        onTrash={() => changes.trash.mutate({ ids: changes.usedFiles.map(({ file }) => file._id), evenIfUsed: true })}
      />
      {dialog === "move" && (
        <MoveDialog
          files={selected}
          folders={folders}
          move={changes.move}
          onClose={() => setDialog(undefined)}
          onDone={done}
        />
      )}
      {(dialog === "delete" || dialog === "empty") && (
        <DeleteDialog
          count={dialog === "empty" ? total : selected.length}
          isPending={changes.remove.isPending}
          error={changes.remove.error}
          onClose={() => setDialog(undefined)}
          onDelete={() =>
            changes.remove.mutate(dialog === "empty" ? filter : selected.map(({ _id }) => _id), { onSuccess: done })
          }
        />
      )}
    </Page>
  );
}

function emptyText({ show, folder, search, type }: Readonly<Record<string, string>>): string {
  if (search || type) return text("No files match.");
  if (show === "trash") return text("The trash is empty.");
  if (show === "unused") return text("All files are in use.");
  if (folder) return text("This folder is empty. Upload files, or drop them here.");
  return text("No files yet. Upload some, drop them here, or paste an image.");
}

export { MediaPage as Component };

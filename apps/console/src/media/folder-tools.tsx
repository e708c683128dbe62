import type { MediaFolder } from "@porchlight/client/media";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Folder, FolderPlus } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Select, TextField } from "../ui/fields.tsx";
import { ErrorMessage } from "../ui/section.tsx";
import { showToast } from "../ui/toast.tsx";

/** The address of the library with another folder. */
function useFolderAddress(): (folderId: string | undefined) => string {
  const { search } = useLocation();
  return (folderId) => {
    const parameters = new URLSearchParams(search);
    parameters.delete("file");
    if (folderId) parameters.set("folder", folderId);
    else parameters.delete("folder");
    return `/media?${parameters}`;
  };
}

interface FolderLinkProps {
  id: string | undefined;
  /** Opens the folder in place; otherwise, the link leads to its page. */
  onOpen: ((folderId: string) => void) | undefined;
  className: string;
  children: ReactNode;
}

function FolderLink({ id, onOpen, className, children }: FolderLinkProps) {
  const addressOf = useFolderAddress();
  return onOpen ? (
    <button type="button" onClick={() => onOpen(id ?? "")} className={`cursor-pointer text-start ${className}`}>
      {children}
    </button>
  ) : (
    <Link to={addressOf(id)} className={className}>
      {children}
    </Link>
  );
}

/** The folders from the top to this one. */
export function folderPath(folders: readonly MediaFolder[], id: string | undefined): MediaFolder[] {
  const folder = folders.find((one) => one._id === id);
  return folder ? [...folderPath(folders, folder.parentId), folder] : [];
}

/** Props of {@link FolderBreadcrumbs}. */
export interface FolderBreadcrumbsProps {
  folders: readonly MediaFolder[];
  /** The current folder; empty for all files. */
  id: string;
  /** Opens a folder in place. Default: folders are links to the library. */
  onOpen?: (folderId: string) => void;
}

/** Where the list is: all files, or a folder and those above it. */
export function FolderBreadcrumbs({ folders, id, onOpen }: FolderBreadcrumbsProps) {
  const path = folderPath(folders, id);
  return (
    <nav aria-label={text("Folder path")}>
      <ol className="flex flex-wrap items-center gap-x-2">
        {[undefined, ...path].map((folder, index) => (
          <li key={folder?._id ?? ""} className="flex min-w-0 items-center gap-2">
            {index > 0 && <span aria-hidden>/</span>}
            {index === path.length ? (
              <span aria-current="page" className="py-1 font-semibold">
                {folder?.name ?? text("All files")}
              </span>
            ) : (
              <FolderLink id={folder?._id} onOpen={onOpen} className="py-1 text-muted underline hover:text-fg">
                {folder?.name ?? text("All files")}
              </FolderLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Props of {@link FolderTiles}. */
export interface FolderTilesProps extends Pick<FolderBreadcrumbsProps, "folders" | "onOpen"> {
  /** The current folder. */
  parentId: string | undefined;
}

/** The folders within the current one. */
export function FolderTiles({ folders, parentId, onOpen }: FolderTilesProps) {
  const shown = folders.filter((folder) => folder.parentId === parentId);
  if (shown.length === 0) return null;
  return (
    <ul
      aria-label={text("Folders")}
      className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]"
    >
      {shown.map(({ _id: id, name, fileCount }) => (
        <li key={id}>
          <FolderLink
            id={id}
            onOpen={onOpen}
            className="flex min-h-11 w-full items-center gap-3 rounded-lg border border-line bg-surface p-3 hover:border-line-strong"
          >
            <Folder aria-hidden size={20} className="shrink-0 text-muted" />
            <span className="grid min-w-0">
              <span className="truncate font-medium">{name}</span>
              <span className="text-xs text-muted">
                {text("{n, plural, one {# file} other {# files}}", { n: fileCount })}
              </span>
            </span>
          </FolderLink>
        </li>
      ))}
    </ul>
  );
}

/** The folders by their paths, for a choice of one. The empty id is the top. */
export function folderOptions(folders: readonly MediaFolder[], without?: string) {
  const options = folders
    .map((folder) => ({ id: folder._id, path: folderPath(folders, folder._id) }))
    .filter(({ path }) => !path.some(({ _id }) => _id === without))
    .map(({ id, path }) => ({ id, label: path.map(({ name }) => name).join(" / ") }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return [{ id: "", label: text("No folder") }, ...options];
}

/** Props of {@link FolderActions}. */
export interface FolderActionsProps {
  folders: readonly MediaFolder[];
  /** The current folder. */
  current: MediaFolder | undefined;
  /** Shows another folder. */
  onChange(folderId: string): void;
}

/** Creates folders; renames, moves and deletes the current one. */
export function FolderActions({ folders, current, onChange }: FolderActionsProps) {
  const { mediaLibrary } = useConsole().clients.site;
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<"create" | "change">();
  const refresh = () => queries.invalidateQueries({ queryKey: ["media"] });
  const remove = useMutation({
    mutationFn: (folder: MediaFolder) => mediaLibrary.deleteFolder(folder._id),
    async onSuccess(_result, { name, parentId }) {
      onChange(parentId ?? "");
      showToast(text("{name} was deleted. Its files are in the folder above.", { name }));
      await refresh();
    },
  });
  return (
    <>
      <Button onPress={() => setDialog("create")}>
        <FolderPlus aria-hidden size={16} />
        {text("New folder")}
      </Button>
      {current && (
        <>
          <Button onPress={() => setDialog("change")}>{text("Rename or move")}</Button>
          <Button isPending={remove.isPending} onPress={() => remove.mutate(current)}>
            {text("Delete folder")}
          </Button>
        </>
      )}
      {remove.isError && <ErrorMessage error={remove.error} />}
      {dialog && (
        <FolderDialog
          folders={folders}
          folder={dialog === "change" ? current : undefined}
          parentId={dialog === "change" ? current?.parentId : current?._id}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

interface FolderDialogProps {
  folders: readonly MediaFolder[];
  /** The folder to change; a new one if absent. */
  folder: MediaFolder | undefined;
  parentId: string | undefined;
  onClose(): void;
}

function FolderDialog({ folders, folder, parentId, onClose }: FolderDialogProps) {
  const { mediaLibrary } = useConsole().clients.site;
  const queries = useQueryClient();
  const [name, setName] = useState(folder?.name ?? "");
  const [parent, setParent] = useState(parentId ?? "");
  const [isEmpty, setIsEmpty] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      folder
        ? mediaLibrary.updateFolder(folder._id, { name: name.trim(), parentId: parent || null })
        : mediaLibrary.createFolder({ name: name.trim(), ...(parent && { parentId: parent }) }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ["media", "folders"] });
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    setIsEmpty(name.trim() === "");
    if (name.trim() !== "") save.mutate();
  }
  return (
    <Dialog title={folder ? text("Rename or move folder") : text("New folder")} isOpen onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {save.isError && <ErrorMessage error={save.error} />}
        <TextField
          label={text("Name")}
          value={name}
          onChange={setName}
          maxLength={100}
          error={isEmpty ? text("Enter a name") : undefined}
          autoFocus
          autoComplete="off"
        />
        <Select
          label={text("In folder")}
          value={parent}
          options={folderOptions(folders, folder?._id)}
          onChange={setParent}
        />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>{text("Cancel")}</Button>
          <Button kind="primary" type="submit" isPending={save.isPending}>
            {folder ? text("Save") : text("Create folder")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

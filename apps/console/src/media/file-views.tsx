import type { MediaFile } from "@porchlight/client/media";
import { TimeText } from "@porchlight/react";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import {
  Cell,
  Column,
  GridList,
  GridListItem,
  Row,
  type Selection,
  Table,
  TableBody,
  TableHeader,
  type TableProps,
} from "react-aria-components";
import { text } from "../texts/text.ts";
import { SelectionCheckbox, SortableColumn } from "../ui/table.tsx";
import { fileIcon, formatFileSize, mediaKinds, objectPosition, thumbnailOf } from "./file-properties.ts";

/** Props of {@link FileGrid} and {@link FileTable}. */
export interface FileViewProps {
  files: readonly MediaFile[];
  selection: Selection;
  onSelectionChange(selection: Selection): void;
  /** Shows the details of a file. Default: files are selected only. */
  onOpen?(id: string): void;
}

/** Enlarged, small images such as icons would be blurred. */
const isTiny = ({ width = 0, height = 0 }: MediaFile) => width < 160 && height < 160;

/** Props of {@link Thumbnail}. */
export interface ThumbnailProps {
  file: MediaFile;
  className: string;
  /** Width by height. Default: 1. */
  ratio?: number;
}

/** A picture of a file; the icon of its kind for other files than images, and for damaged ones. */
export function Thumbnail({ file, className, ratio = 1 }: ThumbnailProps) {
  const source = thumbnailOf(file);
  const [brokenSource, setBrokenSource] = useState<string>();
  const Icon = source ? ImageOff : fileIcon(file);
  return source && source !== brokenSource ? (
    <img
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBrokenSource(source)}
      className={`bg-sunken ${isTiny(file) ? "object-scale-down" : "object-cover"} ${className}`}
      style={file.focalPoint && { objectPosition: objectPosition(file, file.focalPoint, ratio) }}
    />
  ) : (
    <span className={`grid place-items-center bg-sunken text-muted ${className}`}>
      <Icon aria-hidden size={28} />
    </span>
  );
}

/** Files as pictures with their names. */
export function FileGrid({
  files,
  selection,
  onSelectionChange,
  onOpen,
  selectionMode = "multiple",
}: FileViewProps & { selectionMode?: "single" | "multiple" }) {
  return (
    <GridList
      aria-label={text("Files")}
      layout="grid"
      selectionMode={selectionMode}
      selectedKeys={selection}
      onSelectionChange={onSelectionChange}
      {...(onOpen && { onAction: (id) => onOpen(String(id)) })}
      className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]"
    >
      {files.map((file) => (
        <GridListItem
          key={file._id}
          id={file._id}
          textValue={file.displayName}
          className="group relative grid min-w-0 cursor-pointer content-start overflow-hidden rounded-lg border border-line bg-surface outline-offset-2 data-[focus-visible]:outline-2 data-[focus-visible]:outline-(--site-focus) data-[hovered]:border-line-strong data-[selected]:border-accent data-[selected]:bg-accent-soft"
        >
          <Thumbnail file={file} ratio={4 / 3} className="aspect-[4/3] w-full" />
          <span className="absolute start-2 top-2">
            <SelectionCheckbox />
          </span>
          <span className="grid gap-0.5 p-2">
            <FileName name={file.displayName} />
            <span className="truncate text-xs text-muted">{describeFile(file)}</span>
          </span>
        </GridListItem>
      ))}
    </GridList>
  );
}

/** Long names differ at their end, so they are shortened before it. */
const FileName = ({ name }: { name: string }) => {
  const end = name.length > 22 ? [...name].slice(-9).join("") : "";
  return (
    <span title={name} className="flex min-w-0 font-medium">
      <span className="truncate">{name.slice(0, name.length - end.length)}</span>
      <span className="shrink-0 whitespace-pre">{end}</span>
    </span>
  );
};

/** The kind, dimensions and size of a file in one line. */
export function describeFile({ width, height, mediaType, sizeInBytes }: MediaFile): string {
  const first = width && height ? `${width} × ${height}` : mediaKinds[mediaType].name;
  return `${first} · ${formatFileSize(sizeInBytes)}`;
}

/** Files as a table with sorting. */
export function FileTable({
  files,
  selection,
  onSelectionChange,
  onOpen,
  ...sorting
}: FileViewProps & Required<Pick<TableProps, "sortDescriptor" | "onSortChange">>) {
  const secondary = "max-sm:hidden";
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface">
      <Table
        aria-label={text("Files")}
        {...sorting}
        selectionMode="multiple"
        selectedKeys={selection}
        onSelectionChange={onSelectionChange}
        onRowAction={(id) => onOpen?.(String(id))}
        className="w-full border-collapse text-start"
      >
        <TableHeader className="text-start text-muted [&_th]:p-3 [&_th]:text-start [&_th]:font-medium">
          <Column className="w-10">
            <SelectionCheckbox />
          </Column>
          <SortableColumn id="displayName" isRowHeader>
            {text("Name")}
          </SortableColumn>
          <Column className={secondary}>{text("Type")}</Column>
          <SortableColumn id="sizeInBytes" className={secondary}>
            {text("Size")}
          </SortableColumn>
          <SortableColumn id="createdDate" className={secondary}>
            {text("Uploaded")}
          </SortableColumn>
        </TableHeader>
        <TableBody>
          {files.map((file) => (
            <Row
              key={file._id}
              id={file._id}
              textValue={file.displayName}
              className="cursor-pointer border-t border-line data-[hovered]:bg-sunken data-[selected]:bg-accent-soft [&_td]:p-3"
            >
              <Cell>
                <SelectionCheckbox />
              </Cell>
              <Cell className="max-w-0 min-w-44">
                <span className="flex items-center gap-3">
                  <Thumbnail file={file} className="size-10 shrink-0 rounded" />
                  <span className="grid min-w-0">
                    <FileName name={file.displayName} />
                    <span className="truncate text-muted sm:hidden">{describeFile(file)}</span>
                  </span>
                </span>
              </Cell>
              <Cell className={`text-muted ${secondary}`}>{mediaKinds[file.mediaType].name}</Cell>
              <Cell className={`text-muted tabular-nums ${secondary}`}>{formatFileSize(file.sizeInBytes)}</Cell>
              <Cell className={`text-muted ${secondary}`}>
                <TimeText value={file._createdDate} />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

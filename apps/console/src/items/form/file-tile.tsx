import type { ViewField } from "@porchlight/client/data";
import type { FileRow } from "@porchlight/react";
import { fileIcon } from "../../media/file-properties.ts";
import { text } from "../../texts/text.ts";
import { TextField } from "../../ui/fields.tsx";
import { type ItemFile, readFile } from "./item-files.ts";

/** Props of {@link FileTile}. */
export interface FileTileProps {
  row: FileRow;
  field: ViewField;
  /** For fields with alternative texts. */
  onAlt?: ((alt: string) => void) | undefined;
}

/** One file of an item: its picture or player, name, and alternative text. */
export function FileTile({ row, field, onAlt }: FileTileProps) {
  const file = readFile(row, field);
  const isPlayed = file.isStored && (file.kind === "VIDEO" || file.kind === "AUDIO");
  return (
    <div className="grid min-w-0 gap-3 sm:grid-cols-[auto_minmax(0,1fr)]">
      {!isPlayed && <Picture file={file} />}
      <div className={`grid min-w-0 content-start gap-2 ${isPlayed ? "sm:col-span-2" : ""}`}>
        <a
          href={file.href}
          target="_blank"
          rel="noopener noreferrer"
          className="justify-self-start py-1 font-medium wrap-anywhere underline-offset-2 hover:underline"
        >
          <bdi>{file.name}</bdi>
          <span className="sr-only"> {text("(opens in a new tab)")}</span>
        </a>
        {!file.isStored && <p className="truncate text-muted">{file.href}</p>}
        {isPlayed && <Player file={file} />}
        {onAlt && file.kind === "IMAGE" && (
          <TextField
            label={text("Alternative text")}
            hint={text("Describes the image for people who cannot see it.")}
            maxLength={1000}
            value={row.alt}
            onChange={onAlt}
          />
        )}
      </div>
    </div>
  );
}

/** The picture of an image of the library, or the icon of another file. */
function Picture({ file: { kind, href, isStored } }: { file: ItemFile }) {
  const Icon = fileIcon({ mediaType: kind });
  const size = "size-24 rounded-md border border-line bg-sunken";
  return kind === "IMAGE" && isStored ? (
    <img src={`${href}/v1/fit/w_320`} alt="" decoding="async" className={`${size} object-contain`} />
  ) : (
    <span className={`${size} grid place-items-center text-muted`}>
      <Icon aria-hidden size={28} />
    </span>
  );
}

function Player({ file: { kind, name, href } }: { file: ItemFile }) {
  return kind === "VIDEO" ? (
    // biome-ignore lint/a11y/useMediaCaption: files of the library have no captions
    <video src={href} controls preload="metadata" aria-label={name} className="max-h-60 rounded-md bg-sunken" />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: files of the library have no captions
    <audio src={href} controls preload="metadata" aria-label={name} className="w-full" />
  );
}

import type { NodeViewProps } from "@tiptap/react";
import { useId, useSyncExternalStore } from "react";
import { useEditorContext } from "../editor-context.ts";
import { createSource } from "../schema/new-nodes.ts";
import { safeHref } from "../schema/safe-href.ts";
import type { NodeSource } from "../schema/source-attribute.ts";
import { t } from "../texts/texts.ts";
import type { Upload } from "../uploads/upload-store.ts";
import { BlockActions } from "./block-actions.tsx";

const never = () => () => undefined;

/** An image with its alternative text, or the progress of its upload. */
export function ImageBlock({ node, editor, getPos, updateAttributes, deleteNode }: NodeViewProps) {
  const { uploads } = useEditorContext();
  const id: string | null = node.attrs.upload;
  const upload = useSyncExternalStore(uploads?.subscribe ?? never, () => (id ? uploads?.get(id) : undefined));
  if (id) {
    return (
      <UploadingImage
        upload={upload}
        onRetry={() => uploads?.retry(id)}
        onRemove={() => {
          uploads?.cancel(id);
          deleteNode();
        }}
      />
    );
  }
  const source: NodeSource = node.attrs.source ?? createSource("IMAGE");
  const addCaption = () => {
    const position = getPos();
    if (position === undefined) return;
    editor
      .chain()
      .insertContentAt(position + 1, { type: "CAPTION" })
      .focus(position + 2)
      .run();
  };
  const update = (imageData: NodeSource["imageData"]) =>
    updateAttributes({ source: { ...source, imageData: { ...source.imageData, ...imageData } } });
  return (
    <StoredImage
      source={source}
      onChange={update}
      onRemove={deleteNode}
      onCaption={node.childCount === 0 ? addCaption : undefined}
    />
  );
}

interface StoredImageProps {
  source: NodeSource;
  onChange(imageData: NodeSource["imageData"]): void;
  onRemove(): void;
  /** Absent: it has a caption. */
  onCaption: (() => void) | undefined;
}

function StoredImage({ source, onChange, onRemove, onCaption }: StoredImageProps) {
  const { isReadOnly, editFocalPoint } = useEditorContext();
  const altId = useId();
  const { image, altText, decorative } = source.imageData ?? {};
  const url = safeHref(image?.src?.url);
  // The server returns absolute URLs.
  const fileId = /\/media\/([\da-f]{32}\.\w+)$/.exec(url ?? "")?.[1];
  return (
    <div contentEditable={false} className="editor-image">
      {url ? (
        <img src={url} alt={altText ?? ""} width={image?.width ?? undefined} height={image?.height ?? undefined} />
      ) : (
        <p className="editor-missing">{t("The image has no file.")}</p>
      )}
      <div className="editor-image-bar" hidden={isReadOnly}>
        <label htmlFor={altId}>{t("Alternative text")}</label>
        <input
          id={altId}
          className="editor-input"
          value={altText ?? ""}
          disabled={decorative === true}
          placeholder={t("Describe the image")}
          onChange={(event) => onChange({ altText: event.target.value })}
        />
        <label className="editor-check">
          <input
            type="checkbox"
            checked={decorative === true}
            onChange={(event) => onChange({ decorative: event.target.checked })}
          />
          {t("Decorative")}
        </label>
        {editFocalPoint && fileId && (
          <button type="button" className="editor-button" onClick={() => editFocalPoint(fileId)}>
            {t("Focal point")}
          </button>
        )}
        {onCaption && (
          <button type="button" className="editor-button" onClick={onCaption}>
            {t("Add a caption")}
          </button>
        )}
        <BlockActions name={t("Image")} onRemove={onRemove} />
      </div>
    </div>
  );
}

interface UploadingImageProps {
  upload: Upload | undefined;
  onRetry(): void;
  onRemove(): void;
}

function UploadingImage({ upload, onRetry, onRemove }: UploadingImageProps) {
  return (
    <div contentEditable={false} className="editor-image" data-state={upload?.error ? "failed" : "uploading"}>
      {upload && <img src={upload.previewUrl} alt={upload.name} />}
      <div className="editor-image-bar" role="status">
        {upload?.error ? (
          <>
            <span className="editor-error">
              {t("{name} was not uploaded.", { name: upload.name })} {upload.error}
            </span>
            <button type="button" className="editor-button" onClick={onRetry}>
              {t("Try again")}
            </button>
          </>
        ) : (
          <>
            <span>{t("Uploading {name}", { name: upload?.name ?? "" })}</span>
            <progress value={upload?.progress ?? 0} aria-label={t("Upload of {name}", { name: upload?.name ?? "" })} />
            {upload?.note && <span>{upload.note}</span>}
          </>
        )}
        <BlockActions name={t("Image")} onRemove={onRemove} />
      </div>
    </div>
  );
}

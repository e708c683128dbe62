import type { NodeViewProps } from "@tiptap/react";
import { useId, useSyncExternalStore } from "react";
import { useEditorContext } from "../editor-context.ts";
import { newSource } from "../schema/new-nodes.ts";
import { safeHref } from "../schema/safe-href.ts";
import type { NodeSource } from "../schema/source-attribute.ts";
import type { Upload } from "../uploads/upload-store.ts";
import { BlockActions } from "./block-actions.tsx";

const never = () => () => undefined;

/** An image with its alternative text, or the progress of its upload. */
export function ImageBlock({ node, updateAttributes, deleteNode }: NodeViewProps) {
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
  const source: NodeSource = node.attrs.source ?? newSource("IMAGE");
  const update = (imageData: NodeSource["imageData"]) =>
    updateAttributes({ source: { ...source, imageData: { ...source.imageData, ...imageData } } });
  return <StoredImage source={source} onChange={update} onRemove={deleteNode} />;
}

interface StoredImageProps {
  source: NodeSource;
  onChange(imageData: NodeSource["imageData"]): void;
  onRemove(): void;
}

function StoredImage({ source, onChange, onRemove }: StoredImageProps) {
  const altId = useId();
  const { image, altText, decorative } = source.imageData ?? {};
  const url = safeHref(image?.src?.url);
  return (
    <div contentEditable={false} className="editor-image">
      {url ? (
        <img src={url} alt={altText ?? ""} width={image?.width ?? undefined} height={image?.height ?? undefined} />
      ) : (
        <p className="editor-missing">The image has no file.</p>
      )}
      <div className="editor-image-bar">
        <label htmlFor={altId}>Alternative text</label>
        <input
          id={altId}
          className="editor-input"
          value={altText ?? ""}
          disabled={decorative === true}
          placeholder="Describe the image"
          onChange={(event) => onChange({ altText: event.target.value })}
        />
        <label className="editor-check">
          <input
            type="checkbox"
            checked={decorative === true}
            onChange={(event) => onChange({ decorative: event.target.checked })}
          />
          Decorative
        </label>
        <BlockActions name="Image" onRemove={onRemove} />
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
              {upload.name} was not uploaded. {upload.error}
            </span>
            <button type="button" className="editor-button" onClick={onRetry}>
              Try again
            </button>
          </>
        ) : (
          <>
            <span>Uploading {upload?.name}</span>
            <progress value={upload?.progress ?? 0} aria-label={`Upload of ${upload?.name ?? "the image"}`} />
          </>
        )}
        <BlockActions name="Image" onRemove={onRemove} />
      </div>
    </div>
  );
}

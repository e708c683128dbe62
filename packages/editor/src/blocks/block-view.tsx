import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from "@tiptap/react";
import { GripVertical } from "lucide-react";
import { useEditorContext } from "../editor-context.ts";
import { createSource } from "../schema/new-nodes.ts";
import type { NodeSource } from "../schema/source-attribute.ts";
import { t } from "../texts/texts.ts";
import { BlockActions } from "./block-actions.tsx";
import { blockForms, galleryItems } from "./block-forms.ts";
import { blockName } from "./block-names.ts";
import { readPreview, squareOf } from "./embed-preview.ts";
import { ImageBlock } from "./image-block.tsx";

/** A block with data instead of text: an image, or a named box with what it contains. */
export function BlockView(props: NodeViewProps) {
  const { node } = props;
  const type = node.type.name === "opaqueBlock" ? String(node.attrs.node?.type ?? "") : node.type.name;
  return (
    <NodeViewWrapper className="editor-block" data-type={type} data-selected={props.selected || undefined}>
      {type === "IMAGE" && node.type.name === "IMAGE" ? (
        <ImageBlock {...props} />
      ) : type === "DIVIDER" ? (
        <hr />
      ) : (
        <NamedBox {...props} type={type} />
      )}
      {node.type.inlineContent || node.type.spec.content ? <NodeViewContent className="editor-caption" /> : null}
    </NodeViewWrapper>
  );
}

function NamedBox({ node, getPos, deleteNode, type }: NodeViewProps & { type: string }) {
  const { editBlock } = useEditorContext();
  const form = blockForms[node.type.name];
  const isGallery = node.type.name === "GALLERY";
  const source: NodeSource = node.attrs.source ?? createSource(type);
  const preview = readPreview(source);
  return (
    <div className="editor-box" contentEditable={false}>
      <GripVertical aria-hidden="true" size={16} data-drag-handle="" className="editor-grip" />
      {preview?.picture && <img src={preview.picture} alt="" className="editor-box-picture" />}
      <p className="editor-box-text">
        <strong>{preview?.title || t(blockName(type))}</strong>
        <span>
          {preview
            ? preview.provider
            : isGallery
              ? t("{n} pictures", { n: galleryItems(source).length })
              : form
                ? form.summarize(source)
                : t("Shown on the page. It can be moved and removed here.")}
        </span>
        {preview?.isForeign && (
          <span>{t("The page loads it from {host} after a click.", { host: preview.provider })}</span>
        )}
      </p>
      {isGallery && (
        <div className="editor-gallery">
          {galleryItems(source).map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture may occur twice
            <img key={index} src={squareOf(item)} alt="" loading="lazy" />
          ))}
        </div>
      )}
      <BlockActions
        name={t(blockName(type))}
        onRemove={deleteNode}
        onEdit={form || isGallery ? () => editBlock(getPos() ?? 0) : undefined}
      />
    </div>
  );
}

/** A block of code with its language. */
export function CodeView({ node, updateAttributes }: NodeViewProps) {
  const { isReadOnly } = useEditorContext();
  return (
    <NodeViewWrapper className="editor-code">
      <input
        className="editor-input editor-language"
        contentEditable={false}
        aria-label={t("Language of the code")}
        placeholder={t("Language")}
        value={node.attrs.language ?? ""}
        readOnly={isReadOnly}
        spellCheck={false}
        autoCapitalize="off"
        onChange={(event) => updateAttributes({ language: event.target.value || null })}
      />
      <pre spellCheck={false}>
        <NodeViewContent<"code"> as="code" />
      </pre>
    </NodeViewWrapper>
  );
}

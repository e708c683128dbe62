import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from "@tiptap/react";
import { GripVertical } from "lucide-react";
import { useEditorContext } from "../editor-context.ts";
import { newSource } from "../schema/new-nodes.ts";
import type { NodeSource } from "../schema/source-attribute.ts";
import { BlockActions } from "./block-actions.tsx";
import { blockForms } from "./block-forms.ts";
import { blockName } from "./block-names.ts";
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
  const source: NodeSource = node.attrs.source ?? newSource(type);
  return (
    <div className="editor-box" contentEditable={false}>
      <GripVertical aria-hidden="true" size={16} data-drag-handle="" className="editor-grip" />
      <p className="editor-box-text">
        <strong>{blockName(type)}</strong>
        <span>{form ? form.summarize(source) : "Shown on the page. It can be moved and removed here."}</span>
      </p>
      <BlockActions name={blockName(type)} onRemove={deleteNode} onEdit={form && (() => editBlock(getPos() ?? 0))} />
    </div>
  );
}

/** A block of code with its language. */
export function CodeView({ node, updateAttributes }: NodeViewProps) {
  return (
    <NodeViewWrapper className="editor-code">
      <input
        className="editor-input editor-language"
        contentEditable={false}
        aria-label="Language of the code"
        placeholder="Language"
        value={node.attrs.language ?? ""}
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

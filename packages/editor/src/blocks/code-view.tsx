import { NodeViewContent, type NodeViewProps, NodeViewWrapper } from "@tiptap/react";

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

import type { Node } from "@tiptap/pm/model";
import { type Command, type EditorState, NodeSelection, TextSelection } from "@tiptap/pm/state";

interface TopBlock {
  node: Node;
  position: number;
  /** Among the blocks of the document. */
  index: number;
}

/** The block of the document that contains the start of the selection. */
export function topLevelBlock({ doc, selection }: EditorState): TopBlock | undefined {
  const { $from } = selection;
  const index = $from.index(0);
  const node = doc.maybeChild(index);
  if (!node) return undefined;
  return { node, index, position: $from.depth === 0 ? $from.pos : $from.before(1) };
}

/** Moves the block of the selection before the previous one (-1), or behind the next one (1). */
export function moveBlock(step: -1 | 1): Command {
  return (state, dispatch) => {
    const block = topLevelBlock(state);
    const neighbor = block && state.doc.maybeChild(block.index + step);
    if (!block || !neighbor || neighbor.attrs.isFiller) return false;
    const { node, position } = block;
    const target = step < 0 ? position - neighbor.nodeSize : position + neighbor.nodeSize;
    const transaction = state.tr.delete(position, position + node.nodeSize).insert(target, node);
    const { selection } = state;
    transaction.setSelection(
      selection instanceof NodeSelection && selection.$from.depth === 0
        ? NodeSelection.create(transaction.doc, target)
        : TextSelection.near(transaction.doc.resolve(target + selection.from - position)),
    );
    dispatch?.(transaction.scrollIntoView());
    return true;
  };
}

/** Inserts a copy of the block of the selection behind it. */
export const duplicateBlock: Command = (state, dispatch) => {
  const block = topLevelBlock(state);
  // An upload belongs to one block.
  if (!block || block.node.attrs.upload) return false;
  dispatch?.(state.tr.insert(block.position + block.node.nodeSize, block.node).scrollIntoView());
  return true;
};

/** Deletes the block of the selection. */
export const deleteBlock: Command = (state, dispatch) => {
  const block = topLevelBlock(state);
  if (!block) return false;
  dispatch?.(state.tr.delete(block.position, block.position + block.node.nodeSize).scrollIntoView());
  return true;
};

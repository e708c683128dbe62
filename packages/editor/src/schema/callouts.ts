import {
  type CalloutKind,
  calloutData,
  findCalloutKind,
  parseCalloutKind,
} from "@porchlight/contract/blog/rich-content/callouts";
import { Extension, InputRule } from "@tiptap/core";
import { Fragment, type Node, type ResolvedPos } from "@tiptap/pm/model";
import { type Command, type EditorState, TextSelection } from "@tiptap/pm/state";
import { createSource } from "./new-nodes.ts";
import type { NodeSource } from "./source-attribute.ts";

/** The names of the kinds of callouts. */
export const calloutNames: Readonly<Record<CalloutKind, string>> = {
  note: "Note",
  tip: "Tip",
  warning: "Warning",
  caution: "Caution",
};

interface Callout {
  node: Node;
  position: number;
  kind: CalloutKind;
}

/** The kind of a node that is shown as a callout: a layout with one cell in the colors of a callout. */
export function calloutKindOf(node: Node): CalloutKind | undefined {
  const source: NodeSource | null = node.attrs.source ?? null;
  return source && node.childCount === 1 ? findCalloutKind(source) : undefined;
}

/** The innermost callout around a position. */
function calloutAround($position: ResolvedPos): Callout | undefined {
  for (let depth = $position.depth; depth > 0; depth--) {
    const node = $position.node(depth);
    const kind = calloutKindOf(node);
    if (kind) return { node, position: $position.before(depth), kind };
  }
  return undefined;
}

/** The kind of the callout that contains the cursor. */
export const activeCallout = ({ selection }: EditorState): CalloutKind | undefined =>
  calloutAround(selection.$from)?.kind;

const sourceOf = (kind: CalloutKind): NodeSource => ({ ...createSource("LAYOUT"), layoutData: calloutData(kind) });

/** Puts the selected blocks into a callout; changes the kind of the one that contains the cursor. */
export const setCallout =
  (kind: CalloutKind): Command =>
  (state, dispatch) => {
    const { $from, $to } = state.selection;
    const { LAYOUT, LAYOUT_CELL } = state.schema.nodes;
    const current = calloutAround($from);
    if (current) {
      const source: NodeSource = current.node.attrs.source;
      const changed = { ...source, layoutData: calloutData(kind, source.layoutData) };
      dispatch?.(state.tr.setNodeAttribute(current.position, "source", changed));
      return true;
    }
    const range = $from.blockRange($to, (node) => node.type.contentMatch.matchType(LAYOUT!) !== null);
    if (!range) return false;
    dispatch?.(
      state.tr
        .wrap(range, [{ type: LAYOUT!, attrs: { source: sourceOf(kind) } }, { type: LAYOUT_CELL! }])
        .scrollIntoView(),
    );
    return true;
  };

/** Removes the callout that contains the cursor, but not its text. */
export const removeCallout: Command = (state, dispatch) => {
  const callout = calloutAround(state.selection.$from);
  if (!callout) return false;
  const { node, position } = callout;
  const offset = state.selection.from - position - 2;
  const transaction = state.tr.replaceWith(position, position + node.nodeSize, node.child(0).content);
  transaction.setSelection(TextSelection.near(transaction.doc.resolve(position + offset)));
  dispatch?.(transaction.scrollIntoView());
  return true;
};

/** Leaves a callout from an empty last paragraph. */
const leaveCallout: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const callout = calloutAround($from);
  if (!callout || !empty || $from.parent.type.name !== "PARAGRAPH" || $from.parent.childCount > 0) return false;
  const cell = $from.node(-1);
  if (cell !== callout.node.firstChild || cell.childCount < 2 || $from.index(-1) !== cell.childCount - 1) return false;
  const transaction = state.tr.delete($from.before(), $from.after());
  const behind = transaction.mapping.map(callout.position + callout.node.nodeSize);
  transaction.insert(behind, state.schema.nodes.PARAGRAPH!.create());
  transaction.setSelection(TextSelection.near(transaction.doc.resolve(behind + 1)));
  dispatch?.(transaction.scrollIntoView());
  return true;
};

/** Removes the callout if the cursor is at the start of its text. */
const backspace: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const callout = calloutAround($from);
  if (!callout || !empty || $from.pos !== callout.position + 3) return false;
  return removeCallout(state, dispatch);
};

/** Keys in callouts, and `> [!NOTE]` followed by a space or a new line. */
export const callouts = Extension.create({
  name: "callouts",
  priority: 200,
  addKeyboardShortcuts() {
    const run = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch);
    return { Enter: run(leaveCallout), Backspace: run(backspace) };
  },
  addInputRules() {
    return [
      new InputRule({
        find: /^\[!(note|tip|important|warning|caution)\]\s$/i,
        handler({ state, range, match }) {
          const { schema, tr } = state;
          const $start = state.doc.resolve(range.from);
          const quote = $start.depth > 1 ? $start.node(-1) : undefined;
          if (quote?.type.name !== "BLOCKQUOTE" || $start.index(-1) !== 0) return null;
          const kind = parseCalloutKind(match[1]!)!;
          const position = $start.before(-1);
          tr.delete(range.from, range.to);
          const { content } = tr.doc.nodeAt(position)!;
          const { LAYOUT, LAYOUT_CELL } = schema.nodes;
          const layout = LAYOUT!.create({ source: sourceOf(kind) }, LAYOUT_CELL!.create(null, Fragment.from(content)));
          tr.replaceWith(position, tr.mapping.map($start.after(-1)), layout);
          tr.setSelection(TextSelection.near(tr.doc.resolve(position + 3)));
          return undefined;
        },
      }),
    ];
  },
});

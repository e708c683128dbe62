import type { NodeViewRenderer } from "@tiptap/core";
import { t } from "../texts/texts.ts";

/** A list item with a checkbox, which style sheets hide outside of checklists. */
export const listItemView: NodeViewRenderer = ({ node, getPos, editor }) => {
  let current = node;
  const dom = document.createElement("li");
  const label = document.createElement("label");
  label.contentEditable = "false";
  label.className = "editor-checkbox";
  const checkbox = document.createElement("input");
  checkbox.type = "checkbox";
  checkbox.setAttribute("aria-label", t("Done"));
  label.append(checkbox);
  const contentDOM = document.createElement("div");
  dom.append(label, contentDOM);
  const show = () => {
    checkbox.checked = current.attrs.checked === true;
    dom.dataset.checked = String(checkbox.checked);
  };
  show();
  checkbox.addEventListener("change", () => {
    const position = getPos();
    if (position === undefined || !editor.isEditable) return show();
    editor.view.dispatch(editor.state.tr.setNodeAttribute(position, "checked", checkbox.checked));
  });
  return {
    dom,
    contentDOM,
    ignoreMutation: (mutation) => mutation.target === checkbox || mutation.target === dom,
    update(updated) {
      if (updated.type !== current.type) return false;
      current = updated;
      show();
      return true;
    },
  };
};

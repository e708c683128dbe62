import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useHydrated } from "../../ui/hydrated.ts";
import type { EditedControl, EditorProps } from "./editor-props.ts";

type Editor = (props: EditorProps & { failedText: string }) => ReactNode;

interface FieldEditorProps extends Omit<EditorProps, "onTyped"> {
  control: EditedControl;
  /** Text while loading. */
  loadingText: string;
  failedText: string;
}

/** A failed load shows a message; the rest of the form stays usable. */
const whenLoaded = (load: () => Promise<{ default: Editor }>) =>
  lazy<Editor>(() => load().catch(() => ({ default: NotLoaded })));

const files = whenLoaded(() => import("./file-editor.tsx"));
const references = whenLoaded(() => import("./reference-editor.tsx"));
const texts = whenLoaded(() => import("./rich/rich-editor.tsx"));
const editors = {
  file: files,
  files,
  reference: references,
  references,
  richContent: texts,
  richText: texts,
  address: whenLoaded(() => import("./address-editor.tsx")),
} satisfies Record<EditedControl, unknown>;

/** An editor for structured values, loaded on demand. Its value is a form field like any other. */
export function FieldEditor({ control, loadingText, ...props }: FieldEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(props.typed);
  const isHydrated = useHydrated();
  const Editor = props.editors?.[control] ?? editors[control];
  const waiting = (
    <p className="site-editor-waiting" data-control={control}>
      {loadingText}
    </p>
  );
  function update(typed: string) {
    if (!input.current || input.current.value === typed) return;
    // Set immediately: the form reads it on the event, and React would restore the previous value.
    input.current.value = typed;
    setValue(typed);
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return (
    <>
      <input ref={input} type="hidden" name={props.field.key} value={value} />
      {isHydrated ? (
        <Suspense fallback={waiting}>
          <Editor {...props} onTyped={update} />
        </Suspense>
      ) : (
        waiting
      )}
    </>
  );
}

function NotLoaded({ id, failedText }: { id: string; failedText: string }) {
  return (
    <p id={id} className="site-hint" tabIndex={-1}>
      {failedText}
    </p>
  );
}

import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useHydrated } from "../../ui/hydrated.ts";
import type { StructuredControl } from "../form/structured-values.ts";
import type { EditorProps } from "./editor-props.ts";

type Editor = (props: EditorProps & { failedText: string }) => ReactNode;
type EditedControl = Exclude<StructuredControl, "json"> | "reference";

interface FieldEditorProps extends Omit<EditorProps, "onTyped"> {
  control: EditedControl;
  /** While it is on its way, and where it did not come. */
  loadingText: string;
  failedText: string;
}

/** One that did not come says so; the form is of use without it. */
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

/** The editor of a value that is more than a line, in a script of its own. What it holds goes through the form as any other field does. */
export function FieldEditor({ control, loadingText, ...props }: FieldEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(props.typed);
  const isHydrated = useHydrated();
  const Editor = editors[control];
  const waiting = (
    <p className="site-editor-waiting" data-control={control}>
      {loadingText}
    </p>
  );
  function tell(typed: string) {
    if (!input.current || input.current.value === typed) return;
    // At once, for the form reads it when it is told; and for React, which would put the former value back.
    input.current.value = typed;
    setValue(typed);
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return (
    <>
      <input ref={input} type="hidden" name={props.field.key} value={value} />
      {isHydrated ? (
        <Suspense fallback={waiting}>
          <Editor {...props} onTyped={tell} />
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

import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { lazy, Suspense, useId, useState } from "react";
import { language, text } from "../../texts/text.ts";
import { TextArea } from "../../ui/fields.tsx";
import { documentOf } from "./field-options.ts";

/** The editor is loaded only where a text has formats. */
const RichContentEditor = lazy(async () => {
  const [editor] = await Promise.all([import("@porchlight/editor"), import("@porchlight/editor/styles.css")]);
  await editor.setEditorLanguage(language);
  return { default: editor.RichContentEditor };
});

/** Props of {@link RichTextField}. */
export interface RichTextFieldProps {
  label: string;
  hint?: string;
  value: RichContent | null | undefined;
  onChange(value: RichContent): void;
}

/** A text with formats and links. */
export function RichTextField({ label, hint, value, onChange }: RichTextFieldProps) {
  const id = useId();
  const [initial] = useState(() => value ?? documentOf(""));
  return (
    <fieldset aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-1">
      <span id={id} className="font-medium">
        {label}
      </span>
      {hint !== undefined && <span className="text-muted">{hint}</span>}
      <Suspense fallback={<p className="text-muted">{text("Loading…")}</p>}>
        <div className="min-w-0 rounded-md border border-line-strong p-2">
          <RichContentEditor content={initial} label={label} onChange={(getContent) => onChange(getContent())} />
        </div>
      </Suspense>
    </fieldset>
  );
}

/** A short text, usually without formats. One that has some is edited with them. */
export function ShortTextField(props: RichTextFieldProps) {
  const { label, hint, value, onChange } = props;
  const [isPlain] = useState(() => isPlainText(value));
  if (!isPlain) return <RichTextField {...props} />;
  return (
    <TextArea label={label} hint={hint} value={linesOf(value)} onChange={(typed) => onChange(documentOf(typed))} />
  );
}

type Node = NonNullable<RichContent["nodes"]>[number];
const linesOf = (value: RichContent | null | undefined): string =>
  (value?.nodes ?? []).map(({ nodes = [] }) => nodes.map((node) => node.textData?.text ?? "").join("")).join("\n");
const isPlainNode = ({ type, nodes = [] }: Node): boolean =>
  type === "PARAGRAPH" && nodes.every((node) => node.type === "TEXT" && !node.textData?.decorations?.length);
const isPlainText = (value: RichContent | null | undefined): boolean => (value?.nodes ?? []).every(isPlainNode);

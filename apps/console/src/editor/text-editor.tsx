import type { RichContent } from "@porchlight/client/blog";
import { directionOf } from "@porchlight/contract/texts/keys";
import { Label, TextArea, TextField } from "react-aria-components";
import { text } from "../texts/text.ts";
import { ContentEditor } from "./content-editor.tsx";

const titleId = "text-title";

/** Moves the focus to the title. */
export const focusTitle = () => document.getElementById(titleId)?.focus();

/** Props of {@link TextEditor}. */
export interface TextEditorProps {
  title: string;
  onTitle(title: string): void;
  /** The content at first. */
  content: RichContent;
  /** Called after each change, with a function that converts the content. */
  onContent(getContent: () => RichContent): void;
  /** Name of the content. */
  label: string;
  /** BCP 47 tag of the title and content. */
  language: string;
  isReadOnly?: boolean;
}

/** The title and content of a post or page. */
export function TextEditor({
  title,
  onTitle,
  content,
  onContent,
  label,
  language,
  isReadOnly = false,
}: TextEditorProps) {
  const script = { lang: language, dir: directionOf(language) };
  return (
    <>
      <TextField value={title} isReadOnly={isReadOnly} onChange={onTitle}>
        <Label className="sr-only">{text("Title")}</Label>
        <TextArea
          id={titleId}
          {...script}
          placeholder={text("Title")}
          rows={1}
          maxLength={200}
          className="field-sizing-content w-full resize-none border-0 bg-transparent py-2 text-3xl leading-10 font-semibold outline-none placeholder:text-muted"
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            document.querySelector<HTMLElement>(".editor-text")?.focus();
          }}
        />
      </TextField>
      <ContentEditor content={content} label={label} script={script} isReadOnly={isReadOnly} onChange={onContent} />
    </>
  );
}

import words from "@porchlight/contract/texts/en/data-rich.json" with { type: "json" };
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Texts, useTexts } from "../../../texts/use-texts.ts";
import { Button } from "../../../ui/button.tsx";
import { safeUrl } from "../../../ui/safe-url.ts";
import type { EditorProps } from "../editor-props.ts";
import type { Format } from "./rich-commands.ts";
import { openDocument } from "./rich-document.ts";
import { openSurface, type RichSurface } from "./rich-surface.ts";

type Tool = Format | "UNDO" | "REDO";

/** Toolbar symbols; their labels are texts. */
const tools: readonly [Tool, name: keyof typeof words, sign: string][] = [
  ["BOLD", "data.rich.bold", "B"],
  ["ITALIC", "data.rich.italic", "I"],
  ["H2", "data.rich.heading", "H"],
  ["H3", "data.rich.subheading", "h"],
  ["UL", "data.rich.bullets", "•"],
  ["OL", "data.rich.numbers", "1."],
  ["BLOCKQUOTE", "data.rich.quote", "”"],
  ["LINK", "data.rich.link", "ab"],
  ["UNDO", "data.rich.undo", "↶"],
  ["REDO", "data.rich.redo", "↷"],
];

/** `TABLE` in sentence case. */
const nameOf = (type: string): string => type.charAt(0) + type.slice(1).toLowerCase().replaceAll("_", " ");

/**
 * A rich text editor with headings, lists, quotes and links. Unsupported content is retained as a box. Default export
 * for `lazy`.
 */
export default function RichEditor(props: EditorProps) {
  const { id, labelId, describedBy, isInvalid, field, typed, onTyped, messages } = props;
  const text = useTexts(words, messages);
  const root = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [surface, setSurface] = useState<RichSurface | null>(null);
  const [formats, setFormats] = useState<ReadonlySet<Format>>(new Set());
  const [current, setCurrent] = useState(0);
  const [link, setLink] = useState<string | null>(null);
  const first = useRef({ typed, text, onTyped });
  first.current.onTyped = onTyped;

  useEffect(() => {
    const { typed, text } = first.current;
    const content = openDocument(typed, field.type === "RICH_TEXT", (type) =>
      text("data.rich.kept", { type: nameOf(type) }),
    );
    const opened = openSurface(root.current!, content, {
      onTyped: (now) => first.current.onTyped(now),
      onFormats: (now) =>
        setFormats((before) => (before.size === now.size && [...before].every((one) => now.has(one)) ? before : now)),
      onLink: () => setLink(opened.link()),
    });
    setSurface(opened);
    return () => opened.close();
  }, [field.type]);

  function use(tool: Tool) {
    if (tool === "UNDO" || tool === "REDO") surface?.go(tool === "UNDO" ? -1 : 1);
    else if (tool === "LINK") setLink(surface?.link() ?? "");
    else surface?.toggle(tool);
  }
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLElement>("button") ?? [])];
  function steer(event: KeyboardEvent) {
    const count = tools.length;
    const places: Record<string, number> = {
      ArrowRight: (current + 1) % count,
      ArrowLeft: (current - 1 + count) % count,
      Home: 0,
      End: count - 1,
    };
    const place = places[event.key];
    if (event.key === "Escape") surface?.focus();
    else if (place !== undefined) {
      setCurrent(place);
      buttons()[place]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function leaveText(event: KeyboardEvent) {
    if (event.key === "F10" && event.altKey) {
      event.preventDefault();
      buttons()[current]?.focus();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.closest("form")?.requestSubmit();
    }
  }
  function finishLink(url: string | null) {
    setLink(null);
    if (url === null) surface?.focus();
    else surface?.setLink(url);
  }

  return (
    <div className="site-rich" data-invalid={isInvalid || undefined}>
      <p className="site-hint" id={`${id}-keys`}>
        {text("data.rich.hint")}
      </p>
      <div className="site-rich-frame">
        <div
          ref={bar}
          role="toolbar"
          className="site-rich-tools"
          aria-label={text("data.rich.tools", { field: field.displayName })}
          aria-controls={id}
          tabIndex={-1}
          onKeyDown={steer}
        >
          {tools.map(([tool, name, sign], index) => (
            <button
              key={tool}
              type="button"
              className="site-rich-tool"
              data-tool={tool}
              aria-label={text(name)}
              title={text(name)}
              data-sign={sign}
              aria-pressed={tool === "UNDO" || tool === "REDO" ? undefined : formats.has(tool)}
              tabIndex={index === current ? 0 : -1}
              // Keeps the selection.
              onMouseDown={(event) => event.preventDefault()}
              onFocus={() => setCurrent(index)}
              onClick={() => use(tool)}
            />
          ))}
        </div>
        {link !== null && <LinkForm id={`${id}-link`} url={link} text={text} onDone={finishLink} />}
        {/* biome-ignore lint/a11y/useSemanticElements: a text area has no formats */}
        <div
          ref={root}
          id={id}
          className="site-rich-text site-prose"
          role="textbox"
          tabIndex={0}
          aria-multiline="true"
          aria-labelledby={labelId}
          aria-describedby={[`${id}-keys`, describedBy].filter(Boolean).join(" ")}
          aria-invalid={isInvalid || undefined}
          contentEditable
          suppressContentEditableWarning
          onKeyDown={leaveText}
        />
      </div>
    </div>
  );
}

interface LinkFormProps {
  id: string;
  url: string;
  text: Texts<keyof typeof words>;
  /** Called with a URL, an empty one to remove the link, or `null` to cancel. */
  onDone(url: string | null): void;
}

const emailForm = /^[^\s@:/]{1,64}@[^\s@]{1,254}$/;
const hostForm = /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/;

/** Converts user input to a URL. */
function toUrl(typed: string): string | undefined {
  const written = typed.trim();
  const whole = emailForm.test(written) ? `mailto:${written}` : hostForm.test(written) ? `https://${written}` : written;
  return /^(?:https?:\/\/\S|mailto:\S|tel:\S|\/\w)/i.test(whole) ? safeUrl(whole)?.href : undefined;
}

/** Not a form, because it is inside one. */
function LinkForm({ id, url, text, onDone }: LinkFormProps) {
  const [typed, setTyped] = useState(url);
  const [isWrong, setIsWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  function set() {
    const address = toUrl(typed);
    if (address !== undefined) return onDone(address);
    setIsWrong(true);
    input.current?.focus();
  }
  function answer(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") onDone(null);
    else set();
  }
  return (
    <div className="site-rich-link">
      <label className="site-editor-label" htmlFor={id}>
        {text("data.rich.linkAddress")}
      </label>
      {isWrong && (
        <p className="site-field-error" id={`${id}-error`} role="alert">
          {text("data.rich.linkWrong")}
        </p>
      )}
      <input
        ref={input}
        id={id}
        className="site-input"
        type="text"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={answer}
      />
      <p className="site-rich-link-actions">
        <Button onClick={set}>{text("data.rich.setLink")}</Button>
        {url !== "" && <Button onClick={() => onDone("")}>{text("data.rich.removeLink")}</Button>}
        <Button variant="quiet" onClick={() => onDone(null)}>
          {text("data.rich.cancel")}
        </Button>
      </p>
    </div>
  );
}

import type { RichContent } from "@porchlight/client/blog";
import type { EditorProps } from "@porchlight/react";
import { useEffect, useRef, useState } from "react";
import { ContentEditor } from "../../editor/content-editor.tsx";
import { text } from "../../texts/text.ts";

const emptyContent: RichContent = { nodes: [], metadata: { version: 1 }, documentStyle: {} };
/** Milliseconds. Converting a long text takes time, so it does not happen on every key. */
const pause = 300;

/** Rich text of an item. Default export for `lazy`. */
export default function RichContentField(props: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    // A form can have hundreds of fields, whose editors would be created at once.
    const observer = new IntersectionObserver((entries) => entries.some(isInView) && setIsNear(true), {
      rootMargin: "100%",
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return isNear ? <Editor {...props} /> : <div ref={place} id={props.id} className="h-60" />;
}

const isInView = ({ isIntersecting }: IntersectionObserverEntry) => isIntersecting;

function Editor({ id, field, describedBy, isInvalid, typed, onTyped }: EditorProps) {
  const [content] = useState<RichContent>(() => (typed === "" ? emptyContent : JSON.parse(typed)));
  const unsent = useRef<() => RichContent>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send() {
    clearTimeout(timer.current);
    const changed = unsent.current?.();
    unsent.current = undefined;
    if (changed) onTyped(isEmpty(changed) ? "" : JSON.stringify(changed));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut of the other fields saves the item
    <div
      onBlur={send}
      onKeyDownCapture={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        send();
        event.currentTarget.closest("form")?.requestSubmit();
      }}
    >
      <ContentEditor
        content={content}
        label={field.displayName}
        field={{ id, describedBy, isInvalid }}
        onChange={(getContent) => {
          unsent.current = getContent;
          clearTimeout(timer.current);
          timer.current = setTimeout(send, pause);
        }}
      />
    </div>
  );
}

/** Rich text that is not edited. */
export function RichContentView({ content }: { content: unknown }) {
  const [shown] = useState(() => content as RichContent);
  return <ContentEditor content={shown} label={text("Text")} isReadOnly onChange={() => {}} />;
}

const isEmpty = ({ nodes }: RichContent) =>
  nodes.every(
    ({ type, nodes: children = [] }) => type === "PARAGRAPH" && children.every(({ textData }) => textData?.text === ""),
  );

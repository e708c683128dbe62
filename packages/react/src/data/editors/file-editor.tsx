import { parseImageUrl } from "@porchlight/client/blog";
import words from "@porchlight/contract/texts/en/data-editor.json" with { type: "json" };
import { useEffect, useRef, useState } from "react";
import { type Texts, useTexts } from "../../texts/use-texts.ts";
import { Button } from "../../ui/button.tsx";
import { readJson, writeJson } from "../form/json-values.ts";
import type { EditorProps } from "./editor-props.ts";
import { type FileRow, isPictures, toRow, toValue } from "./file-rows.ts";

const lists = new Set(["ARRAY_DOCUMENT", "MEDIA_GALLERY"]);
type Step = "up" | "down";

/** A file or a list of files by URL. Default export for `lazy`. */
export default function FileEditor(props: EditorProps) {
  const { id, labelId, describedBy, isInvalid, field, typed, onTyped, imageHost, messages } = props;
  const text = useTexts(words, messages);
  const isList = lists.has(field.type);
  const [rows, setRows] = useState<readonly FileRow[]>(() => {
    const values = typed === "" ? [] : [readJson(typed)].flat();
    return values.length === 0 && !isList ? [{ key: 0, address: "", alt: "" }] : values.map(toRow);
  });
  const nextKey = useRef(rows.length);
  const frame = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  /** The control to focus after reordering. */
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    if (wanted) frame.current?.querySelector<HTMLElement>(`[data-control="${wanted}"]`)?.focus();
    setWanted("");
  }, [wanted]);

  function change(next: readonly FileRow[]) {
    setRows(next);
    const values = next.filter(({ address }) => address.trim() !== "").map((row) => toValue(row, field));
    onTyped(values.length === 0 ? "" : writeJson(isList ? values : values[0]));
  }
  const changeRow = (row: FileRow, more: Partial<FileRow>) =>
    change(rows.map((one) => (one.key === row.key ? { ...one, ...more } : one)));

  function move(index: number, step: Step) {
    const to = index + (step === "up" ? -1 : 1);
    if (to < 0 || to >= rows.length) return;
    const next = rows.toSpliced(index, 1).toSpliced(to, 0, rows[index]!);
    change(next);
    setSaid(text("data.editor.moved", { n: to + 1, of: rows.length }));
    setWanted(`${step}-${rows[index]!.key}`);
  }
  function remove(index: number) {
    setSaid(
      text("data.editor.removed", { name: text("data.editor.entry", { field: field.displayName, n: index + 1 }) }),
    );
    change(rows.toSpliced(index, 1));
    const neighbour = rows[index + 1] ?? rows[index - 1];
    setWanted(neighbour ? `remove-${neighbour.key}` : "add");
  }
  function add() {
    const key = nextKey.current++;
    change([...rows, { key, address: "", alt: "" }]);
    setWanted(`address-${key}`);
  }

  const shared = { text, isInvalid, imageHost, hasAlt: isPictures(field), onChange: changeRow };
  return (
    <div ref={frame} className="site-files">
      <p className="site-hint" id={`${id}-files`}>
        {text("data.editor.noUpload")}
      </p>
      {isList ? (
        <>
          <ol className="site-file-rows" aria-labelledby={labelId} aria-describedby={describedBy}>
            {rows.map((row, index) => {
              const name = text("data.editor.entry", { field: field.displayName, n: index + 1 });
              return (
                <li key={row.key}>
                  {/* biome-ignore lint/a11y/useSemanticElements: a legend would be inside its border */}
                  <div role="group" aria-label={name}>
                    <Row
                      {...shared}
                      row={row}
                      id={index === 0 ? id : `${id}-${row.key}`}
                      label={text("data.editor.file")}
                    />
                    <div className="site-file-actions">
                      {(["up", "down"] as const).map((step) => (
                        <Button
                          key={step}
                          variant="quiet"
                          data-control={`${step}-${row.key}`}
                          aria-label={text(`data.editor.${step}Named`, { name })}
                          aria-disabled={index === (step === "up" ? 0 : rows.length - 1) || undefined}
                          onClick={() => move(index, step)}
                        >
                          {text(`data.editor.${step}`)}
                        </Button>
                      ))}
                      <Button
                        variant="quiet"
                        data-control={`remove-${row.key}`}
                        aria-label={text("data.editor.removeNamed", { name })}
                        onClick={() => remove(index)}
                      >
                        {text("data.editor.remove")}
                      </Button>
                    </div>
                  </div>
                </li>
              );
            })}
          </ol>
          <Button
            id={rows.length === 0 ? id : undefined}
            data-control="add"
            aria-label={text("data.editor.addNamed", { field: field.displayName })}
            onClick={add}
          >
            {text("data.editor.add")}
          </Button>
        </>
      ) : (
        <Row {...shared} row={rows[0]!} id={id} describedBy={[`${id}-files`, describedBy].filter(Boolean).join(" ")} />
      )}
      <p className="site-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

interface RowProps {
  row: FileRow;
  id: string;
  /** Unless the field's own label is used. */
  label?: string;
  describedBy?: string | undefined;
  text: Texts<keyof typeof words>;
  isInvalid: boolean;
  hasAlt: boolean;
  imageHost: string | undefined;
  onChange(row: FileRow, more: Partial<FileRow>): void;
}

function Row({ row, id, label, describedBy, text, isInvalid, hasAlt, imageHost, onChange }: RowProps) {
  // Updated on blur: otherwise every key stroke would load an image.
  const [shown, setShown] = useState(row.address);
  const picture = hasAlt && row.address ? parseImageUrl(shown.trim(), imageHost) : undefined;
  return (
    <div className="site-file-row">
      {picture && <img className="site-thumbnail" src={picture.src} alt="" loading="lazy" decoding="async" />}
      <div className="site-file-fields">
        {label && (
          <label className="site-editor-label" htmlFor={id}>
            {label}
          </label>
        )}
        <input
          id={id}
          className="site-input"
          type="text"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          data-control={`address-${row.key}`}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          value={row.address}
          onChange={({ target }) => onChange(row, { address: target.value })}
          onBlur={() => setShown(row.address)}
        />
        {hasAlt && row.address.trim() !== "" && (
          <>
            <label className="site-editor-label" htmlFor={`${id}-alt`}>
              {text("data.editor.alt")}
            </label>
            <p className="site-hint" id={`${id}-alt-hint`}>
              {text("data.editor.altHint")}
            </p>
            <input
              id={`${id}-alt`}
              className="site-input"
              type="text"
              autoComplete="off"
              maxLength={1000}
              aria-describedby={`${id}-alt-hint`}
              value={row.alt}
              onChange={({ target }) => onChange(row, { alt: target.value })}
            />
          </>
        )}
      </div>
    </div>
  );
}

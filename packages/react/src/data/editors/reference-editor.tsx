import words from "@porchlight/contract/texts/en/data-editor.json" with { type: "json" };
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import { Button } from "../../ui/button.tsx";
import type { Choice, EditorProps } from "./editor-props.ts";

/** Debounce in milliseconds. */
const pause = 200;

type Search = "idle" | "pending" | "failed";

/** Selects one or several items of another collection by name. Default export for `lazy`. */
export default function ReferenceEditor(props: EditorProps) {
  const { id, labelId, describedBy, isInvalid, field, typed, onTyped, references, searchReferences, messages } = props;
  const fetchMore = props.moreReferences?.[field.key];
  const text = useTexts(words, messages);
  const isMany = field.type === "MULTI_REFERENCE";
  const target = field.reference;
  const choicesIn = (value: string): Choice[] => {
    const names = (target && references?.[target.collectionId]) ?? {};
    const ids: string[] = value === "" ? [] : isMany ? JSON.parse(value) : [value];
    return ids.map((one) => ({ id: one, name: (Object.hasOwn(names, one) && names[one]) || one }));
  };
  const [chosen, setChosen] = useState<readonly Choice[]>(() => choicesIn(typed));
  const [search, setSearch] = useState(isMany ? "" : (chosen[0]?.name ?? ""));
  const [found, setFound] = useState<readonly Choice[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [state, setState] = useState<Search>("idle");
  const [said, setSaid] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const latestRequest = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const frame = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState<Search>("idle");
  // More ids arrive as pages are loaded; removed ones stay removed.
  const lastTyped = useRef(typed);
  /** Index of the first new item. */
  const [wanted, setWanted] = useState<number>();
  useEffect(() => {
    if (lastTyped.current === typed) return;
    const former = choicesIn(lastTyped.current).map((one) => one.id);
    lastTyped.current = typed;
    const next = choicesIn(typed).filter(({ id }) => !former.includes(id) && !chosen.some((other) => other.id === id));
    setWanted(chosen.length);
    choose([...chosen, ...next], text("data.editor.shown", { n: next.length }));
  });
  useEffect(() => {
    if (wanted === undefined) return;
    const buttons = frame.current?.querySelectorAll<HTMLElement>(".site-combo-remove") ?? [];
    (buttons[Math.min(wanted, buttons.length - 1)] ?? input.current)?.focus();
  }, [wanted]);

  async function showMore() {
    if (!fetchMore || more === "pending") return;
    setMore("pending");
    await fetchMore().then(
      () => setMore("idle"),
      () => setMore("failed"),
    );
  }

  const offered = isMany ? found.filter((one) => !chosen.some((other) => other.id === one.id)) : found;
  const nameOf = ({ name }: Choice) => name || text("data.editor.untitled");

  function look(wanted: string, wait: number) {
    clearTimeout(timer.current);
    setIsOpen(true);
    setActive(-1);
    setFound([]);
    setState("pending");
    const turn = ++latestRequest.current;
    timer.current = setTimeout(async () => {
      try {
        const items = target && searchReferences ? await searchReferences(target, wanted.trim()) : [];
        if (turn !== latestRequest.current) return;
        setFound(items);
        setState("idle");
      } catch {
        if (turn !== latestRequest.current) return;
        setFound([]);
        setState("failed");
      }
    }, wait);
  }

  function close() {
    clearTimeout(timer.current);
    latestRequest.current++;
    setIsOpen(false);
    setActive(-1);
    setState("idle");
  }

  function choose(next: readonly Choice[], sentence: string) {
    setChosen(next);
    setSaid(sentence);
    const ids = next.map((one) => one.id);
    onTyped(isMany ? (ids.length > 0 ? JSON.stringify(ids) : "") : (ids[0] ?? ""));
  }

  function take(one: Choice) {
    close();
    setSearch(isMany ? "" : nameOf(one));
    choose(isMany ? [...chosen, one] : [one], isMany ? text("data.editor.added", { name: nameOf(one) }) : "");
  }

  function remove(one: Choice) {
    choose(
      chosen.filter((other) => other.id !== one.id),
      text("data.editor.removed", { name: nameOf(one) }),
    );
    input.current?.focus();
  }

  /** Unselected input is discarded; empty input clears the value. */
  function leave() {
    close();
    if (!isMany && search.trim() === "" && chosen.length > 0) choose([], "");
    else setSearch(isMany || !chosen[0] ? "" : nameOf(chosen[0]));
  }

  function steer(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        if (!isOpen) return look(isMany ? search : "", 0);
        if (offered.length > 0) {
          const step = event.key === "ArrowDown" ? 1 : -1;
          setActive(active < 0 && step < 0 ? offered.length - 1 : (active + step + offered.length) % offered.length);
        }
        return;
      case "Enter":
        if (!isOpen) return;
        event.preventDefault();
        if (offered[active]) take(offered[active]);
        return;
      case "Escape":
        if (!isOpen) return;
        event.stopPropagation();
        close();
        if (!isMany) setSearch(chosen[0] ? nameOf(chosen[0]) : "");
    }
  }

  const listId = `${id}-list`;
  const isShown = isOpen && offered.length > 0;
  const news =
    state === "failed"
      ? text("data.editor.notSearched")
      : isOpen && state === "idle"
        ? text("data.editor.found", { n: offered.length })
        : said;
  return (
    <div ref={frame} className="site-combo">
      {isMany && chosen.length > 0 && (
        <ul className="site-combo-chosen" aria-label={text("data.editor.chosen", { field: field.displayName })}>
          {chosen.map((one) => (
            <li key={one.id}>
              <span>{nameOf(one)}</span>
              <Button
                variant="quiet"
                className="site-combo-remove"
                aria-label={text("data.editor.removeNamed", { name: nameOf(one) })}
                onClick={() => remove(one)}
              >
                <span aria-hidden="true">×</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {fetchMore && (
        <p className="site-combo-more">
          <Button
            aria-label={text("data.editor.moreNamed", { field: field.displayName })}
            aria-disabled={more === "pending" || undefined}
            onClick={() => void showMore()}
          >
            {text(more === "pending" ? "data.editor.loading" : "data.editor.more")}
          </Button>{" "}
          <span className="site-hint" role="status">
            {more === "failed" && text("data.editor.notShown")}
          </span>
        </p>
      )}
      <p className="site-hint" id={`${id}-keys`}>
        {text("data.editor.searchHint")}
      </p>
      <input
        ref={input}
        id={id}
        className="site-input"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown && active >= 0 ? `${listId}-${active}` : undefined}
        aria-describedby={[`${id}-keys`, describedBy].filter(Boolean).join(" ")}
        aria-invalid={isInvalid || undefined}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={({ target: { value } }) => {
          setSearch(value);
          look(value, pause);
        }}
        onClick={() => !isOpen && look(isMany ? search : "", 0)}
        onKeyDown={steer}
        onBlur={leave}
      />
      <div id={listId} role="listbox" className="site-combo-list" aria-labelledby={labelId} hidden={!isShown}>
        {offered.map((one, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which references the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles keys
          <div
            key={one.id}
            ref={index === active ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(one)}
          >
            {nameOf(one)}
          </div>
        ))}
      </div>
      <p className={isOpen && (state === "failed" || offered.length === 0) ? "site-hint" : "site-hidden"} role="status">
        {state === "pending" && offered.length === 0 ? text("data.editor.searching") : news}
      </p>
    </div>
  );
}

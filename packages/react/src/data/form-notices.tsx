import type { CollectionView } from "@porchlight/client/data";
import type common from "@porchlight/contract/texts/en/common.json";
import type form from "@porchlight/contract/texts/en/data-form.json";
import type itemWords from "@porchlight/contract/texts/en/data-item.json";
import type list from "@porchlight/contract/texts/en/data-list.json";
import { useEffect, useRef, useState } from "react";
import type { Texts } from "../texts/use-texts.ts";
import type { Appearance } from "../ui/appearance.ts";
import { Button } from "../ui/button.tsx";
import { useSecondsLeft } from "../ui/delay.ts";
import { Notice } from "../ui/notice.tsx";
import { waitText } from "../ui/wait-text.ts";
import type { CollectionEntry, ReferenceNames } from "./collection-entry.ts";
import { FieldValue } from "./field-value.tsx";
import type { ItemFailure } from "./item-failures.ts";

interface NoticeProps {
  text: Texts<keyof typeof form | keyof typeof itemWords | keyof typeof list | keyof typeof common>;
  appearance: Appearance | undefined;
}

/** Why nothing was saved, where that is nobody's typing. Takes the focus, so that it is read and seen. */
export function FailureNotice({ failure, text, appearance }: NoticeProps & { failure: ItemFailure }) {
  const ref = useRef<HTMLDivElement>(null);
  const secondsLeft = useSecondsLeft(failure.retryAt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new failure takes the focus again
  useEffect(() => ref.current?.focus(), [failure]);
  const isOver = failure.retryAt !== undefined && secondsLeft === 0;
  const kind = isOver ? "info" : failure.retryAt ? "warning" : "danger";
  return (
    <Notice ref={ref} kind={kind} role="alert" appearance={appearance}>
      {isOver ? (
        `${text("common.action.retry")}.`
      ) : failure.retryAt ? (
        <span aria-live="off">{waitText(text, secondsLeft)}</span>
      ) : (
        text(failure.key)
      )}
      {failure.requestId && (
        <p className="site-request-id">
          {text.rich("common.error.requestId", {
            requestId: failure.requestId,
            id: (inside) => <code key="id">{inside}</code>,
          })}
        </p>
      )}
    </Notice>
  );
}

interface ConflictProps extends NoticeProps {
  view: CollectionView;
  /** As it was when it was read, and as it is now. */
  item: CollectionEntry;
  theirs: CollectionEntry;
  references: ReferenceNames | undefined;
  onSaveMine(): void;
}

/** Somebody else was quicker: what they have made of it, and the way to save one's own nevertheless. */
export function ConflictNotice({ view, item, theirs, references, text, appearance, onSaveMine }: ConflictProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conflict takes the focus again
  useEffect(() => ref.current?.focus(), [theirs]);
  const changed = view.fields.filter(({ key }) => JSON.stringify(item[key]) !== JSON.stringify(theirs[key]));
  return (
    <Notice ref={ref} kind="warning" role="alert" appearance={appearance}>
      <p>{text("data.conflict.title")}</p>
      <div className="site-conflict-actions">
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {text("data.conflict.see")}
        </Button>
        <Button variant="primary" onClick={onSaveMine}>
          {text("data.conflict.mine")}
        </Button>
      </div>
      {isOpen &&
        (changed.length === 0 ? (
          <p>{text("data.conflict.same")}</p>
        ) : (
          <section aria-label={text("data.conflict.theirs")}>
            <dl className="site-entry-facts">
              {changed.map((field) => (
                <div key={field.key}>
                  <dt>{field.displayName}</dt>
                  <dd>
                    <FieldValue {...{ field, references, text }} value={theirs[field.key]} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Notice>
  );
}

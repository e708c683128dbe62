import type { CollectionView } from "@porchlight/client/data";
import words from "@porchlight/contract/texts/en/data-conflict.json" with { type: "json" };
import type list from "@porchlight/contract/texts/en/data-list.json";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Messages, type Texts, useTexts } from "../../texts/use-texts.ts";
import type { Appearance } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import type { CollectionEntry, ReferenceNames } from "../list/collection-entry.ts";
import type { FieldValueProps } from "../values/field-value-props.ts";

export interface ConflictProps {
  text: Texts<keyof typeof list>;
  appearance: Appearance | undefined;
  view: CollectionView;
  /** As loaded, and as it is now. */
  item: CollectionEntry;
  theirs: CollectionEntry;
  references: ReferenceNames | undefined;
  imageHost: string | undefined;
  richContent: FieldValueProps["richContent"];
  messages: Messages | undefined;
  /** Renders a value. */
  Value(props: FieldValueProps): ReactNode;
  onSaveMine(): void;
}

/** Reports a concurrent edit: what changed, and a button to save anyway. */
export function ConflictNotice(props: ConflictProps) {
  const { view, item, theirs, text, appearance, Value, onSaveMine, ...rest } = props;
  const own = useTexts(words, props.messages);
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses again on every new conflict
  useEffect(() => ref.current?.focus(), [theirs]);
  const changed = view.fields.filter(({ key }) => JSON.stringify(item[key]) !== JSON.stringify(theirs[key]));
  return (
    <Notice ref={ref} kind="warning" role="alert" appearance={appearance}>
      <p>{own("data.conflict.title")}</p>
      <div className="site-conflict-actions">
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {own("data.conflict.see")}
        </Button>
        <Button variant="primary" onClick={onSaveMine}>
          {own("data.conflict.mine")}
        </Button>
      </div>
      {isOpen &&
        (changed.length === 0 ? (
          <p>{own("data.conflict.same")}</p>
        ) : (
          <section aria-label={own("data.conflict.theirs")}>
            <dl className="site-entry-facts">
              {changed.map((field) => (
                <div key={field.key}>
                  <dt>{field.displayName}</dt>
                  <dd>
                    <Value {...rest} {...{ field, text }} value={theirs[field.key]} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Notice>
  );
}

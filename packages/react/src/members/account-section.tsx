import { createElement, type ReactNode, type Ref, useId } from "react";
import type { Messages } from "../texts/use-texts.ts";
import { type Appearance, part } from "../ui/appearance.ts";

/** What every ready-made block of the account takes. */
export interface AccountSectionProps {
  /** Own words for this block. */
  messages?: Messages | undefined;
  /** Own class names for its parts: block, title, facts, edit, form, field, label, input, submit, notice, sessions, session, … */
  appearance?: Appearance | undefined;
  /** Level of the blocks' titles; 2 when absent. */
  headingLevel?: 2 | 3 | undefined;
}

interface FrameProps extends Pick<AccountSectionProps, "appearance" | "headingLevel"> {
  name: string;
  title: string;
  titleRef?: Ref<HTMLHeadingElement>;
  /** Beside the title. */
  action?: ReactNode;
  /** What was done last: said politely, and shown until something else is done. */
  told?: string | undefined;
  isBusy?: boolean | undefined;
  children: ReactNode;
}

/** The frame of one block: its title, what can be done with it, what was done. */
export function AccountSection(props: FrameProps) {
  const { name, title, titleRef, action, told, isBusy, appearance, headingLevel = 2, children } = props;
  const titleId = useId();
  return (
    <section
      {...part("block", "site-block", appearance)}
      data-block={name}
      aria-labelledby={titleId}
      aria-busy={isBusy || undefined}
    >
      <div className="site-block-head">
        {createElement(
          `h${headingLevel}`,
          { id: titleId, ref: titleRef, tabIndex: titleRef && -1, ...part("title", "site-block-title", appearance) },
          title,
        )}
        {action}
      </div>
      <p {...part("told", "site-told", appearance)} role="status">
        {told}
      </p>
      {children}
    </section>
  );
}

/** Names and values. */
export function DescriptionList({ appearance, children }: { appearance: Appearance | undefined; children: ReactNode }) {
  return <dl {...part("facts", "site-facts", appearance)}>{children}</dl>;
}

export function DescriptionItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

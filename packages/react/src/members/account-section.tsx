import { createElement, type ReactNode, type Ref, useId } from "react";
import type { Messages } from "../texts/use-texts.ts";
import { type Appearance, part } from "../ui/appearance.ts";

/** Props of every account section. */
export interface AccountSectionProps {
  /** Custom texts for this section. */
  messages?: Messages | undefined;
  /**
   * Custom class names for its parts: block, title, facts, edit, form, field, label, input, submit, notice, sessions,
   * session, …
   */
  appearance?: Appearance | undefined;
  /** Heading level. Default: 2. */
  headingLevel?: 2 | 3 | undefined;
}

interface FrameProps extends Pick<AccountSectionProps, "appearance" | "headingLevel"> {
  name: string;
  title: string;
  titleRef?: Ref<HTMLHeadingElement>;
  /** Next to the title. */
  action?: ReactNode;
  /** The result of the last action, announced politely and shown until the next one. */
  status?: string | undefined;
  isBusy?: boolean | undefined;
  children: ReactNode;
}

/** An account section: title, action and status. */
export function AccountSection(props: FrameProps) {
  const { name, title, titleRef, action, status, isBusy, appearance, headingLevel = 2, children } = props;
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
        {status}
      </p>
      {children}
    </section>
  );
}

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

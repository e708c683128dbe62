import type { ReactNode, Ref } from "react";
import { type Appearance, part } from "../appearance.ts";

/** The kind of a notice, which determines its icon and color. */
export type NoticeKind = "info" | "success" | "warning" | "danger";

/** Props of {@link Notice}. */
export interface NoticeProps {
  kind?: NoticeKind;
  /** `status` is read when the reader pauses, `alert` at once. None for what is there from the start. */
  role?: "status" | "alert" | undefined;
  appearance?: Appearance | undefined;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** A framed sentence or two. Its colour is never the only sign: an icon goes with it. */
export function Notice({ kind = "info", role, appearance, ref, children }: NoticeProps) {
  return (
    <div ref={ref} tabIndex={-1} role={role} {...part("notice", "site-notice", appearance)} data-kind={kind}>
      <span className="site-notice-icon" aria-hidden="true" />
      <div className="site-notice-text">{children}</div>
    </div>
  );
}

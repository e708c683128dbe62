import type { ReactNode, Ref } from "react";
import { type Appearance, part } from "../appearance.ts";

/** The kind of a notice, which determines its icon and color. */
export type NoticeKind = "info" | "success" | "warning" | "danger";

/** Props of {@link Notice}. */
export interface NoticeProps {
  kind?: NoticeKind;
  /** `status` announces politely, `alert` immediately. Omit it for content present from the start. */
  role?: "status" | "alert" | undefined;
  appearance?: Appearance | undefined;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** A message with an icon, so that color is not the only indicator. */
export function Notice({ kind = "info", role, appearance, ref, children }: NoticeProps) {
  return (
    <div ref={ref} tabIndex={-1} role={role} {...part("notice", "site-notice", appearance)} data-kind={kind}>
      <span className="site-notice-icon" aria-hidden="true" />
      <div className="site-notice-text">{children}</div>
    </div>
  );
}

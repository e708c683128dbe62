import type { ReactNode } from "react";
import { type Appearance, part } from "../appearance.ts";

/** One sentence instead of an empty list. */
export function EmptyState({ appearance, children }: { appearance?: Appearance | undefined; children: ReactNode }) {
  return <p {...part("empty", "site-empty", appearance)}>{children}</p>;
}

import { useLasting } from "../delay.ts";

export interface SkeletonProps {
  /** Announced once after one second. */
  label: string;
  lines: number;
}

/** Placeholder lines while loading, invisible for the first second. */
export function Skeleton({ label, lines }: SkeletonProps) {
  const isLong = useLasting(true, 1000);
  return (
    <>
      <p className="site-hidden" role="status">
        {isLong && label}
      </p>
      <div className="site-skeleton" data-part="skeleton" aria-hidden="true">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all lines are equal
          <span key={line} />
        ))}
      </div>
    </>
  );
}

import { useLasting } from "../delay.ts";

export interface SkeletonProps {
  /** Said once, when it takes longer than a second. */
  label: string;
  lines: number;
}

/** Lines in the shape of what is on its way; unseen for the first second. */
export function Skeleton({ label, lines }: SkeletonProps) {
  const isLong = useLasting(true, 1000);
  return (
    <>
      <p className="site-hidden" role="status">
        {isLong && label}
      </p>
      <div className="site-skeleton" data-part="skeleton" aria-hidden="true">
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are all the same
          <span key={line} />
        ))}
      </div>
    </>
  );
}

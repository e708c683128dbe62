/** Turns after 300 ms, so that quick answers do not flicker. Says nothing: the label beside it does. */
export function Spinner() {
  return <span className="site-spinner" aria-hidden="true" />;
}

/** Grey lines in the shape of a text that is on its way. Hidden from screen readers: say "Loading…" beside it. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <span className="site-skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={index} className="site-skeleton-line" />
      ))}
    </span>
  );
}

/** Smaller corrections are normal. */
const minReportedMs = 1_000;

/**
 * Returns the system time, which never goes back: expired secrets would become valid again. After the system clock is
 * set back, time continues from the last value until the system clock has caught up or the process restarts.
 *
 * @param onSetBack Called once for each change.
 * Source: security requirements §9.4.
 */
export function createClock(
  onSetBack: (milliseconds: number) => void,
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): () => Date {
  /** Largest difference between wall clock and monotonic clock so far. */
  let ahead = wall() - monotonic();
  let reportedMs = 0;
  return () => {
    const now = monotonic();
    const seen = wall() - now;
    const setBack = ahead - seen;
    ahead = Math.max(ahead, seen);
    if (setBack - reportedMs >= minReportedMs) onSetBack(Math.round(setBack));
    reportedMs = setBack >= minReportedMs ? setBack : 0;
    return new Date(Math.floor(ahead + now));
  };
}

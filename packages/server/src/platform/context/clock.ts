/** A machine corrects its clock by less than this all the time. */
const minReportedMs = 1_000;

/**
 * The machine's clock, except that it never goes back: set back by an hour, it would let secrets of the last hour live again.
 * It then runs on from where it was until the machine's has caught up, or the process starts anew.
 *
 * @param onSetBack Told once each time, in milliseconds.
 * Source: security requirements §9.4.
 */
export function createClock(
  onSetBack: (milliseconds: number) => void,
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): () => Date {
  /** How far the machine's clock is ahead of the monotonic one, at most so far. */
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

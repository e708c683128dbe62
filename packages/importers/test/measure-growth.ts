/** Below this, the clock of the thread is too coarse. */
const minMicroseconds = 5_000;

/**
 * How many times the work for ten times the input exceeds that for the input: about 10 if it is linear, 100 if it is
 * quadratic. Counts the processor time of this thread, so other load on the machine does not affect it.
 */
export function measureGrowth(work: (count: number) => void, count: number): number {
  const microsecondsFor = (size: number) => {
    const before = process.threadCpuUsage();
    work(size);
    return process.threadCpuUsage(before).user;
  };
  microsecondsFor(count);
  const small = Math.min(...[1, 2, 3].map(() => microsecondsFor(count)));
  const large = Math.min(...[1, 2].map(() => microsecondsFor(count * 10)));
  return large / Math.max(small, minMicroseconds);
}

/** Between linear and quadratic growth. */
export const maxLinearGrowth = 45;

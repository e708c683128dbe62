/** Waits between tries, seconds: one minute to one day, then there is no further one. Source: security requirements §8. */
const retrySeconds = [60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400];

/** How long to wait after so many tries, in seconds; a little more or less each time, so that not all come back at once. */
export function retryDelaySeconds(tries: number): number | undefined {
  const wait = retrySeconds[tries - 1];
  return wait === undefined ? undefined : wait * (0.9 + Math.random() * 0.2);
}

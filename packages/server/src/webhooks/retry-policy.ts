/** Delays before the second, third, … attempt, in seconds: nine attempts in two days. */
const retryDelaysSeconds = [60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400];

/** Seconds until the next attempt, ±10 % to spread retries; undefined after the last attempt. */
export function retryDelaySeconds(attempts: number): number | undefined {
  const delay = retryDelaysSeconds[attempts - 1];
  return delay === undefined ? undefined : delay * (0.9 + Math.random() * 0.2);
}

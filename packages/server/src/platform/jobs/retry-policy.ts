/** Delays before the second, third, … attempt, in seconds. There is no attempt after the last delay. */
type RetrySchedule = readonly number[];

/** For deliveries to other servers: nine attempts in two days. Source: security requirements §8. */
export const deliveryRetries: RetrySchedule = [60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400];
/** For jobs within this server: eight attempts in an hour and a half. */
export const jobRetries: RetrySchedule = [1, 4, 16, 64, 256, 1_024, 4_096];

/** Seconds until the next attempt, ±10 % to spread retries; undefined after the last attempt. */
export function retryDelaySeconds(attempts: number, schedule: RetrySchedule): number | undefined {
  const delay = schedule[attempts - 1];
  return delay === undefined ? undefined : delay * (0.9 + Math.random() * 0.2);
}

/** Columns of a job that has made progress since its last failed attempt. */
export const noFailedAttempts = { attempts: 0, next_attempt_at: null, last_error: null } as const;

const maxErrorLength = 500;

/** Columns of a job after one more failed attempt. `next_attempt_at` is null when the job is to be dead-lettered. */
export function afterFailedAttempt(
  { attempts }: { attempts: number },
  error: unknown,
  at: Date,
): { attempts: number; next_attempt_at: Date | null; last_error: string } {
  const delay = retryDelaySeconds(attempts + 1, jobRetries);
  const message = error instanceof Error ? error.message : String(error);
  return {
    attempts: attempts + 1,
    next_attempt_at: delay === undefined ? null : new Date(at.getTime() + delay * 1_000),
    // PostgreSQL stores no NUL.
    last_error: message.slice(0, maxErrorLength).replaceAll("\0", "\uFFFD").toWellFormed(),
  };
}

/** Kinds of background jobs: the queues of `pgboss.queue`, and how many jobs of each a node runs at once. */
const concurrency = {
  mail: 20,
  message: 20,
  "image-removal": 20,
  "bulk-change": 1,
  "import-export": 1,
  "index-build": 1,
  cleanup: 1,
} as const;

export type JobKind = keyof typeof concurrency;
export const jobKinds = Object.keys(concurrency) as JobKind[];
export const maxConcurrentJobs: Record<JobKind, number> = concurrency;

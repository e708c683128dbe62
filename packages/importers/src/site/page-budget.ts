import type { FetchFile } from "../feeds/fetch-source.ts";

/** Limits of reading a site. */
export interface SiteLimits {
  maxPages: number;
  maxBytes: number;
  maxMs: number;
}

/** Two thousand requests at one per second take half an hour. */
export const defaultSiteLimits: SiteLimits = { maxPages: 2_000, maxBytes: 256 * 1024 * 1024, maxMs: 2 * 60 * 60_000 };

/** Counts requests until a limit is reached; later ones are not sent. */
export interface PageBudget {
  fetchFile: FetchFile;
  /** A sentence, once a limit is reached. */
  reachedLimit(): string | undefined;
}

/** Wraps `fetchFile` with limits. */
export function createPageBudget(
  fetchFile: FetchFile,
  limits: Partial<SiteLimits> = {},
  onFetch?: (count: number) => void,
): PageBudget {
  const { maxPages, maxBytes, maxMs } = { ...defaultSiteLimits, ...limits };
  const deadline = performance.now() + maxMs;
  let count = 0;
  let bytes = 0;
  let reached: string | undefined;
  return {
    async fetchFile(url, options) {
      if (count >= maxPages) reached ??= `Stopped after ${maxPages} requests; the rest of the site was not read.`;
      else if (bytes >= maxBytes)
        reached ??= `Stopped after ${Math.floor(maxBytes / 1024 / 1024)} MiB; the rest of the site was not read.`;
      else if (performance.now() >= deadline)
        reached ??= `Stopped after ${maxMs / 60_000} minutes; the rest of the site was not read.`;
      if (reached !== undefined) return { reason: reached };
      count += 1;
      const result = await fetchFile(url, options);
      if (!("reason" in result)) bytes += result.bytes.length;
      onFetch?.(count);
      return result;
    },
    reachedLimit: () => reached,
  };
}

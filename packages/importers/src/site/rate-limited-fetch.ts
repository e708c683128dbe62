import robotsParser from "robots-parser";
import type { FetchFile } from "../feeds/fetch-source.ts";

/** Name of this crawler in robots.txt. */
const userAgent = "Porchlight";
/** The rest is ignored. Source: RFC 9309 §2.5. */
const maxRobotsBytes = 500 * 1024;
/** Longer delays are shortened: an import would take days. */
const maxDelayMs = 30_000;
/** A response that requests a longer wait is final. */
const maxRetryMs = 120_000;
const defaultRetryMs = 10_000;
const maxTries = 3;

/** The types of the package describe its module as an ES module, which it is not. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;
type Robots = ReturnType<typeof parseRobots>;

/** Reads a site within its rules. */
export interface RateLimitedFetch {
  fetchFile: FetchFile;
  /** Returns why robots.txt does not allow an address: a sentence. */
  checkRobots(url: string): Promise<string | undefined>;
  /** Addresses of sitemaps in the robots.txt of an address. */
  findSitemaps(url: string): Promise<string[]>;
}

export interface RateLimitedFetchOptions {
  /** Between two requests to an origin. `Crawl-delay` may extend it. Default: 1 second. */
  intervalMs?: number | undefined;
  /** Waits. Default: `setTimeout`. */
  sleep?: (ms: number) => Promise<void>;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

interface Origin {
  /** A text is the reason why nothing may be fetched. */
  robots: Robots | string;
  intervalMs: number;
  nextAt: number;
}

/**
 * Wraps `fetchFile`: one request at a time and origin, at a rate; none that robots.txt disallows; again after
 * `Retry-After` when the site is overloaded. Source: RFC 9309; RFC 9110 §10.2.3.
 */
export function createRateLimitedFetch(fetchFile: FetchFile, options: RateLimitedFetchOptions = {}): RateLimitedFetch {
  const { intervalMs = 1_000, now = () => performance.now() } = options;
  const { sleep = (ms) => new Promise<void>((resolve) => void setTimeout(resolve, ms)) } = options;
  const origins = new Map<string, Promise<Origin>>();

  async function readRobots(origin: string): Promise<Origin> {
    const address = `${origin}/robots.txt`;
    const result = await fetchFile(address, { maxBytes: 8 * maxRobotsBytes, accept: "text/plain, */*;q=0.1" });
    const state = { intervalMs, nextAt: now() + intervalMs };
    if ("reason" in result) return { ...state, robots: `Its robots.txt cannot be read. ${result.reason}` };
    const { status, bytes } = result;
    if (status >= 500 || status === 429)
      return { ...state, robots: `robots.txt returned ${status}. Nothing is read until it is available.` };
    const robots = parseRobots(address, status === 200 ? robotsText(bytes) : "");
    const delayMs = Math.min(maxDelayMs, (robots.getCrawlDelay(userAgent) ?? 0) * 1_000);
    return { robots, intervalMs: Math.max(intervalMs, delayMs), nextAt: state.nextAt };
  }

  function originOf(url: URL): Promise<Origin> {
    const origin = origins.get(url.origin) ?? readRobots(url.origin);
    origins.set(url.origin, origin);
    return origin;
  }

  async function checkRobots(address: string): Promise<string | undefined> {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return undefined;
    const { robots } = await originOf(url);
    if (typeof robots === "string") return robots;
    return robots.isAllowed(address, userAgent) === false ? "Disallowed by robots.txt." : undefined;
  }

  async function waitForInterval(url: URL): Promise<void> {
    const origin = await originOf(url);
    const at = Math.max(now(), origin.nextAt);
    // Set before the wait, for requests that wait at the same time.
    origin.nextAt = at + origin.intervalMs;
    if (at > now()) await sleep(at - now());
  }

  async function checkRedirect(address: string): Promise<string | undefined> {
    const reason = await checkRobots(address);
    const url = reason === undefined ? URL.parse(address) : null;
    if (url && /^https?:$/.test(url.protocol)) await waitForInterval(url);
    return reason;
  }

  return {
    checkRobots,
    async fetchFile(address, given) {
      const url = URL.parse(address);
      if (!url || !/^https?:$/.test(url.protocol)) return { reason: "Its address is not an HTTP URL." };
      const reason = await checkRobots(address);
      if (reason !== undefined) return { reason };
      for (let tries = 1; ; tries += 1) {
        await waitForInterval(url);
        const result = await fetchFile(address, { ...given, checkRedirect });
        if ("reason" in result || (result.status !== 429 && result.status !== 503) || tries === maxTries) return result;
        const waitMs = parseRetryAfter(result.retryAfter);
        if (waitMs > maxRetryMs) return result;
        const origin = await originOf(url);
        origin.nextAt = Math.max(origin.nextAt, now() + waitMs);
        if (result.status === 429) origin.intervalMs = Math.min(maxDelayMs, origin.intervalMs * 2);
      }
    },
    async findSitemaps(address) {
      const url = new URL(address);
      const { robots } = await originOf(url);
      if (typeof robots === "string") return [];
      // The protocol requires absolute URLs, but relative ones occur.
      return robots.getSitemaps().flatMap((sitemap) => URL.parse(sitemap, new URL("/robots.txt", url))?.href ?? []);
    },
  };
}

/** The whole lines within the limit. */
function robotsText(bytes: Buffer): string {
  if (bytes.length <= maxRobotsBytes) return bytes.toString("utf8");
  const end = bytes.lastIndexOf("\n", maxRobotsBytes);
  return bytes.toString("utf8", 0, Math.max(0, end));
}

/** Seconds or a date, in milliseconds from now. */
function parseRetryAfter(text: string | undefined): number {
  if (text === undefined) return defaultRetryMs;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? defaultRetryMs : Math.max(0, date - Date.now());
}

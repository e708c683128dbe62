import { describe, expect, it } from "vitest";
import type { FetchedFile, FetchFileOptions } from "../feeds/fetch-source.ts";
import { createRateLimitedFetch } from "./rate-limited-fetch.ts";

const home = "https://blog.example";

/** A site with a clock that only waiting moves. */
function createSite(files: Record<string, string | Partial<FetchedFile> | Partial<FetchedFile>[]>) {
  const requests: [path: string, at: number][] = [];
  let time = 0;
  const polite = createRateLimitedFetch(
    async (url, { maxBytes }: FetchFileOptions) => {
      const path = url.slice(home.length);
      requests.push([path, time]);
      const file = files[path];
      const found = Array.isArray(file) ? file.shift() : file;
      const response = typeof found === "string" ? { bytes: Buffer.from(found) } : found;
      if ((response?.bytes?.length ?? 0) > maxBytes) return { reason: `It is larger than ${maxBytes} bytes.` };
      return { status: found === undefined ? 404 : 200, url, bytes: Buffer.from(""), ...response };
    },
    {
      now: () => time,
      sleep: async (ms) => {
        time += ms;
      },
    },
  );
  const get = (path: string) => polite.fetchFile(`${home}${path}`, { maxBytes: 1_000, accept: "*/*" });
  return { get, polite, requests };
}

describe("createRateLimitedFetch", () => {
  it("sends one request per second, robots.txt first", async () => {
    const { get, requests } = createSite({ "/a": "a", "/b": "b" });
    await get("/a");
    await get("/b");
    expect(requests).toEqual([
      ["/robots.txt", 0],
      ["/a", 1_000],
      ["/b", 2_000],
    ]);
  });

  it("extends the interval by Crawl-delay, up to 30 seconds", async () => {
    const site = createSite({ "/robots.txt": "User-agent: *\nCrawl-delay: 5" });
    await site.get("/a");
    await site.get("/b");
    expect(site.requests.at(-1)).toEqual(["/b", 6_000]);
    const slow = createSite({ "/robots.txt": "User-agent: Porchlight\nCrawl-delay: 86400" });
    await slow.get("/a");
    await slow.get("/b");
    expect(slow.requests.at(-1)).toEqual(["/b", 31_000]);
  });

  it("fetches nothing that robots.txt disallows for it or for all, nor redirects to it", async () => {
    const { get, polite, requests } = createSite({
      "/robots.txt": "User-agent: Porchlight\nDisallow: /private/\nSitemap: https://blog.example/map.xml\n",
    });
    expect(await get("/private/a")).toEqual({ reason: "Disallowed by robots.txt." });
    expect(await polite.checkRobots(`${home}/private/b`)).toBe("Disallowed by robots.txt.");
    expect(await polite.checkRobots(`${home}/public`)).toBeUndefined();
    expect(await polite.findSitemaps(home)).toEqual([`${home}/map.xml`]);
    expect(requests.map(([path]) => path)).toEqual(["/robots.txt"]);
  });

  it("resolves relative addresses of sitemaps, and fetches HTTP URLs only", async () => {
    const { polite } = createSite({ "/robots.txt": "Sitemap: /map.xml\nSitemap: https://\n" });
    expect(await polite.findSitemaps(`${home}/blog/`)).toEqual([`${home}/map.xml`]);
    for (const address of ["/map.xml", "ftp://blog.example/a", "data:,a"])
      expect(await polite.fetchFile(address, { maxBytes: 1, accept: "*/*" })).toEqual({
        reason: "Its address is not an HTTP URL.",
      });
  });

  it("obeys the first 500 KiB of a long robots.txt", async () => {
    const { get, polite } = createSite({
      "/robots.txt": `User-agent: *\nDisallow: /private/\n${"# Comment\n".repeat(52_000)}Disallow: /late/\n`,
      "/a": "a",
    });
    expect(await get("/a")).toMatchObject({ status: 200 });
    expect(await polite.checkRobots(`${home}/private/b`)).toBe("Disallowed by robots.txt.");
    expect(await polite.checkRobots(`${home}/late/b`)).toBeUndefined();
  });

  it("waits before it follows a redirect", async () => {
    let time = 0;
    const requests: [url: string, at: number][] = [];
    const polite = createRateLimitedFetch(
      async (url, { checkRedirect }) => {
        requests.push([url, time]);
        if (url.endsWith("/a") && (await checkRedirect?.(`${home}/b`)) === undefined) requests.push(["redirect", time]);
        return { status: 404, url, bytes: Buffer.from("") };
      },
      {
        now: () => time,
        sleep: async (ms) => {
          time += ms;
        },
      },
    );
    await polite.fetchFile(`${home}/a`, { maxBytes: 1, accept: "*/*" });
    expect(requests.slice(1)).toEqual([
      [`${home}/a`, 1_000],
      ["redirect", 2_000],
    ]);
  });

  it("fetches nothing while robots.txt is unavailable", async () => {
    const { get, requests } = createSite({ "/robots.txt": { status: 503 }, "/a": "a" });
    expect(await get("/a")).toMatchObject({ reason: expect.stringContaining("returned 503") });
    expect(requests).toHaveLength(1);
  });

  it("repeats a request after Retry-After, slower after 429, and gives up after three", async () => {
    const busy = { status: 429, retryAfter: "7" };
    const { get, requests } = createSite({ "/a": [busy, { status: 200 }], "/b": [busy, busy, busy] });
    expect(await get("/a")).toMatchObject({ status: 200 });
    expect(requests).toEqual([
      ["/robots.txt", 0],
      ["/a", 1_000],
      ["/a", 8_000],
    ]);
    expect(await get("/b")).toMatchObject({ status: 429 });
    // The interval is two seconds after the first 429.
    expect(requests[3]).toEqual(["/b", 10_000]);
    expect(requests).toHaveLength(6);
  });

  it("does not wait for hours", async () => {
    const { get, requests } = createSite({ "/a": { status: 503, retryAfter: "7200" } });
    expect(await get("/a")).toMatchObject({ status: 503 });
    expect(requests).toHaveLength(2);
  });
});

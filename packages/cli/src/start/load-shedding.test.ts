import { EventEmitter } from "node:events";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLoadShedder, type LoadShedder } from "./load-shedding.ts";

const jwt = (issuer: string) => `x.${Buffer.from(JSON.stringify({ iss: issuer })).toString("base64url")}.x`;
const request = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  Object.assign(new EventEmitter(), { url, headers, method });
const visitor = () => request("/v3/posts", { authorization: jwt("https://example.com") });
const staff = () => request("/v3/posts", { authorization: jwt("https://example.com/admin/api") });

let utilization = 1;
let shortestWait = 0;
let rejections = 0;
let open: { end(): void }[] = [];
let shedder: LoadShedder;

beforeEach(() => {
  vi.useFakeTimers();
  utilization = 1;
  shortestWait = 0;
  rejections = 0;
  open = [];
  shedder = createLoadShedder({
    latencyMs: 300,
    log: pino({ level: "silent" }),
    shortestConnectionWait: () => shortestWait,
    metrics: { countShedRequest: () => (rejections += 1) },
    loopUtilization: () => utilization,
  });
});
afterEach(() => {
  shedder.close();
  vi.useRealTimers();
});

/** Starts a request; whether it is admitted. */
function start(incoming = visitor()): boolean {
  const admitted = shedder.admit(incoming);
  if (admitted) open.push(admitted);
  return admitted !== undefined;
}

const startMany = (count: number) => Array.from({ length: count }, () => start()).filter(Boolean).length;

function endMany(count: number): void {
  for (const { end } of open.splice(0, count)) end();
}

/** A second in which 200 requests end, and there are never fewer than 300. */
function overload(): void {
  startMany(500);
  vi.advanceTimersByTime(1_000);
  endMany(200);
  vi.advanceTimersByTime(1_000);
}

describe("load shedding", () => {
  it("limits the requests of an overloaded server to those that it completes within the latency", () => {
    overload();
    expect(startMany(10)).toBe(0);
    expect(rejections).toBe(10);
    // 200 per second: 60 within 300 ms.
    endMany(240);
    expect(open).toHaveLength(60);
    expect(start()).toBe(false);
    endMany(1);
    expect([start(), start()]).toEqual([true, false]);
  });

  it("ends after a second without rejections", () => {
    overload();
    start();
    vi.advanceTimersByTime(1_000);
    expect(start()).toBe(false);
    vi.advanceTimersByTime(1_000);
    endMany(300);
    vi.advanceTimersByTime(1_000);
    expect(startMany(500)).toBe(500);
  });

  it("also limits them if the database is the bottleneck, but not if requests wait for external services", () => {
    utilization = 0.5;
    overload();
    expect(start()).toBe(true);
    shortestWait = 5;
    vi.advanceTimersByTime(1_000);
    expect(start()).toBe(false);
  });

  it("never limits a few requests, even if none of them completes", () => {
    startMany(32);
    vi.advanceTimersByTime(3_000);
    expect(start()).toBe(true);
    vi.advanceTimersByTime(2_000);
    expect(start()).toBe(false);
  });

  it("ends when neither event loop nor database is busy, even if requests are still rejected", () => {
    overload();
    utilization = 0.1;
    for (let second = 1; second <= 3; second++) {
      expect([second, start()]).toEqual([second, false]);
      vi.advanceTimersByTime(1_000);
    }
    expect(start()).toBe(true);
  });

  it("does not count bursts, or large requests whose body has not arrived", () => {
    startMany(500);
    vi.advanceTimersByTime(1_000);
    endMany(490);
    vi.advanceTimersByTime(1_000);
    const uploads = Array.from({ length: 100 }, () => request("/v3/posts", { "content-length": "70000" }, "POST"));
    for (const upload of uploads) start(upload);
    vi.advanceTimersByTime(2_000);
    expect(start()).toBe(true);
    for (const upload of uploads) upload.emit("end");
    vi.advanceTimersByTime(2_000);
    expect(start()).toBe(false);
    endMany(1_000);
    expect(start()).toBe(true);
  });

  it.each([
    ["GET", "70000"],
    ["POST", "500"],
  ])("counts %s requests of %s bytes at once", (method, length) => {
    for (let count = 0; count < 500; count++) start(request("/v3/posts", { "content-length": length }, method));
    vi.advanceTimersByTime(2_000);
    expect(start()).toBe(false);
  });

  it("limits staff and visitors separately, and always admits health checks", () => {
    overload();
    endMany(240);
    expect(start()).toBe(false);
    for (const incoming of [staff(), request("/admin/"), request("/admin/api/x?a")]) expect(start(incoming)).toBe(true);
    while (start(staff()));
    expect(open).toHaveLength(120);
    endMany(1);
    expect([start(), start()]).toEqual([true, false]);
    for (const url of ["/healthz", "/readyz?x", "/metrics"]) expect(start(request(url))).toBe(true);
  });
});

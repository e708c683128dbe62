import { expect } from "vitest";
import { createEnvironment, type Environment, type Page, type PageMessage } from "../../environment.ts";

/** Test fixture for frame-based flows. */

/** A page whose frames and messages the test controls. */
export function fakePage() {
  const listeners = new Set<(message: PageMessage) => void>();
  const frames = new Set<{ url: string; source: object; load(): void }>();
  const page: Page = {
    origin: "https://me.example",
    openFrame(address, load) {
      const frame = { url: address, source: {}, load };
      frames.add(frame);
      return { source: () => frame.source, remove: () => void frames.delete(frame) };
    },
    onMessage(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const timers = new Map<number, { milliseconds: number; run: () => void }>();
  let last = 0;
  const environment: Environment = createEnvironment({
    page: () => page,
    setTimeout(run, milliseconds) {
      timers.set(++last, { milliseconds, run });
      return last;
    },
    clearTimeout: (timer) => void timers.delete(timer as number),
  });
  return {
    environment,
    frames: () => [...frames],
    post(data: unknown, { origin = "https://login.example", source = [...frames].at(-1)?.source as unknown } = {}) {
      for (const listener of [...listeners]) listener({ data, origin, source });
    },
    fire(milliseconds: number) {
      const [id, timer] = [...timers].find(([, candidate]) => candidate.milliseconds === milliseconds) ?? [];
      expect(timer, `a timer of ${milliseconds} ms`).toBeDefined();
      timers.delete(id as number);
      timer?.run();
    },
    left: () => ({ frames: frames.size, listeners: listeners.size, timers: timers.size }),
  };
}

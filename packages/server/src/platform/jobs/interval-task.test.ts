import { expect, it } from "vitest";
import { startIntervalTask } from "./interval-task.ts";

it("continues after a failure, without overlap, and finishes the run in progress on close", async () => {
  const failures: unknown[] = [];
  let started = 0;
  let ended = 0;
  let release: () => void = () => undefined;
  const reached = Promise.withResolvers<void>();
  const work = async () => {
    started += 1;
    if (started === 1) throw new Error("once");
    if (started === 3) {
      reached.resolve();
      await new Promise<void>((resolve) => (release = resolve));
    }
    ended += 1;
  };
  const repeating = startIntervalTask(work, 1, (error) => failures.push(error));
  await reached.promise;
  const closing = repeating.close();
  expect([started, ended]).toEqual([3, 1]);
  release();
  await closing;
  expect([started, ended]).toEqual([3, 2]);
  expect(failures).toEqual([new Error("once")]);
});

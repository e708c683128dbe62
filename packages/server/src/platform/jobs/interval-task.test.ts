import { expect, it } from "vitest";
import { startIntervalTask } from "./interval-task.ts";

it("goes on after a failure, one at a time, and ends with what is under way", async () => {
  const failures: unknown[] = [];
  let begun = 0;
  let ended = 0;
  let release: () => void = () => undefined;
  const reached = Promise.withResolvers<void>();
  const work = async () => {
    begun += 1;
    if (begun === 1) throw new Error("once");
    if (begun === 3) {
      reached.resolve();
      await new Promise<void>((resolve) => (release = resolve));
    }
    ended += 1;
  };
  const repeating = startIntervalTask(work, 1, (error) => failures.push(error));
  await reached.promise;
  const closing = repeating.close();
  expect([begun, ended]).toEqual([3, 1]);
  release();
  await closing;
  expect([begun, ended]).toEqual([3, 2]);
  expect(failures).toEqual([new Error("once")]);
});

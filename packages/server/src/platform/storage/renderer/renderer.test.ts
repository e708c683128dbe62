import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testImage } from "../../../../test/test-images.ts";
import { createRenderer } from "./renderer.ts";
import type { ResizeTask } from "./rendition.ts";

const task: ResizeTask = {
  kind: "resize",
  bytes: testImage("camera.jpg"),
  width: 20,
  focus: [0.5, 0.5],
  encoding: "png",
};

const renderer = createRenderer();
/** Processes started by the test. */
let started: ChildProcess[];
/** How many of them are killed at once. */
let killed: number;

const onStart = (message: unknown) => {
  const { process } = message as { process: ChildProcess };
  started.push(process);
  if (started.length <= killed) process.once("spawn", () => process.kill("SIGKILL"));
};
beforeEach(() => {
  started = [];
  subscribe("child_process", onStart);
});
afterEach(() => {
  unsubscribe("child_process", onStart);
  renderer.close();
});

describe("createRenderer", () => {
  it("renders an image in a new process if the first one was killed", async () => {
    killed = 1;
    expect(await renderer.render(task)).toHaveProperty("bytes");
    expect(started).toHaveLength(2);
  });

  it("reports an image as unreadable if both processes end without a result", async () => {
    killed = 2;
    expect(await renderer.render(task)).toEqual({ failure: "unreadable" });
    expect(started).toHaveLength(2);
  });

  it("renders the next image after the process was killed", async () => {
    killed = 0;
    await renderer.render(task);
    started[0]?.kill("SIGKILL");
    expect(await renderer.render(task)).toHaveProperty("bytes");
    expect(started).toHaveLength(2);
  });
});

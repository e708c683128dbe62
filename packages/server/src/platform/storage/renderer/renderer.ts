import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createSemaphore } from "../../concurrency/semaphore.ts";
import { Refusal } from "../../context/errors.ts";
import type { RenderResult, RenderTask } from "./rendition.ts";

/** Renders images, one at a time, in a child process that runs only when needed. */
export interface Renderer {
  /** @throws {Refusal} `UNAVAILABLE` if the queue is full or rendering takes too long. */
  render(task: RenderTask): Promise<RenderResult>;
  close(): void;
}

const maxQueued = 64;
const timeoutMs = 20_000;
const idleMs = 30_000;
const retrySeconds = 5;

const program = fileURLToPath(new URL("./render-child.ts", import.meta.url));

export function createRenderer(): Renderer {
  const semaphore = createSemaphore({ maxConcurrent: 1, maxQueued });
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  const stop = (signal: "SIGTERM" | "SIGKILL") => {
    child?.kill(signal);
    child = undefined;
  };
  const start = () => {
    const { PATH } = process.env;
    const forked = fork(program, { env: { PATH }, execArgv: [], serialization: "advanced", stdio: "ignore" });
    forked.once("exit", () => {
      if (child === forked) child = undefined;
    });
    forked.unref();
    return forked;
  };
  const attempt = async (task: RenderTask) => {
    child ??= start();
    const result = await resultOf(child, task);
    // SIGTERM is not handled in native code.
    if (!result) stop("SIGKILL");
    return result;
  };

  return {
    render: (task) =>
      semaphore.run(async () => {
        clearTimeout(idle);
        try {
          // The first process may have been killed for lack of memory; the file is unreadable if another ends, too.
          return (await attempt(task)) ?? (await attempt(task)) ?? { failure: "unreadable" };
        } catch (error) {
          stop("SIGKILL");
          throw error;
        } finally {
          idle = setTimeout(() => stop("SIGTERM"), idleMs);
          idle.unref();
        }
      }),
    close() {
      clearTimeout(idle);
      stop("SIGTERM");
    },
  };
}

/** The result of one process; `undefined` if it ends without one. */
function resultOf(child: ChildProcess, task: RenderTask): Promise<RenderResult | undefined> {
  return new Promise((resolve, reject) => {
    const finish = (complete: () => void) => {
      clearTimeout(timer);
      child.off("message", onResult).off("exit", onExit).off("error", onExit);
      complete();
    };
    const onResult = (result: RenderResult) => finish(() => resolve(result));
    const onExit = () => finish(() => resolve(undefined));
    const timer = setTimeout(() => finish(() => reject(new Refusal("UNAVAILABLE", {}, retrySeconds))), timeoutMs);
    child.on("message", onResult).on("exit", onExit).on("error", onExit);
    child.send(task, (error) => error && onExit());
  });
}

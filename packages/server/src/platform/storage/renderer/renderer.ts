import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createSemaphore } from "../../concurrency/semaphore.ts";
import { Refusal } from "../../context/errors.ts";
import type { RenderResult, RenderTask } from "./rendition.ts";

/** Makes pictures, one at a time, in a process of its own that is there only while there is something to make. */
export interface Renderer {
  /** @throws {Refusal} `UNAVAILABLE` when too many wait already, or it takes too long. */
  render(task: RenderTask): Promise<RenderResult>;
  close(): void;
}

const maxQueued = 64;
const deadlineMs = 20_000;
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
    const made = fork(program, { env: { PATH }, execArgv: [], serialization: "advanced", stdio: "ignore" });
    made.once("exit", () => {
      if (child === made) child = undefined;
    });
    // Nobody waits for it to end.
    made.unref();
    return made;
  };

  return {
    render: (task) =>
      semaphore.run(async () => {
        clearTimeout(idle);
        child ??= start();
        try {
          return await answerOf(child, task);
        } catch (error) {
          // It may be caught in native code, where it hears nothing else.
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

/** A process that ends without an answer has met a file that it could not read. */
function answerOf(child: ChildProcess, task: RenderTask): Promise<RenderResult> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer);
      child.off("message", answered).off("exit", ended).off("error", ended);
      end();
    };
    const answered = (result: unknown) => settle(() => resolve(result as RenderResult));
    const ended = () => settle(() => resolve({ failure: "unreadable" }));
    const timer = setTimeout(() => settle(() => reject(new Refusal("UNAVAILABLE", {}, retrySeconds))), deadlineMs);
    child.on("message", answered).on("exit", ended).on("error", ended);
    child.send(task, (error) => error && ended());
  });
}

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type CommandResult, shellEnvironment } from "../product.ts";

export interface CommandCall {
  id: number;
  args: string[];
  env: Record<string, string>;
}

export interface CommandReply extends CommandResult {
  id: number;
}

const program = fileURLToPath(new URL("command-process.ts", import.meta.url));
const compiled = fileURLToPath(new URL("../../packages/cli/.cache/compiled", import.meta.url));
let running: ChildProcess | undefined;
let calls = 0;

/** Runs `porchlight <args>` in a reused process, because starting one takes most of a command's time. */
export function runHere(args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  const child = commandProcess();
  const id = ++calls;
  return new Promise((resolve, reject) => {
    const take = ({ id: answered, ...result }: CommandReply) => {
      if (answered !== id) return;
      child.off("message", take).off("exit", fail);
      resolve(result);
    };
    const fail = () => reject(new Error(`The command process ended: porchlight ${args.join(" ")}`));
    child.on("message", take).once("exit", fail);
    child.send({ id, args, env } satisfies CommandCall);
  });
}

function commandProcess(): ChildProcess {
  if (running?.connected) return running;
  running = fork(program, { execArgv: [], env: shellEnvironment({ NODE_COMPILE_CACHE: compiled }) });
  running.setMaxListeners(0);
  return running;
}

import { main } from "../../packages/cli/src/main.ts";
import type { CommandCall, CommandReply } from "./commands.ts";

// The command line of tests that are about pages: one process for many commands, each with the environment that it asks for.
process.on("message", async ({ id, args, env }: CommandCall) => {
  let [stdout, stderr] = ["", ""];
  const code = await main(args, {
    env: { ...process.env, ...env },
    json: args.includes("--json"),
    terminal: false,
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
  });
  process.send?.({ id, code, stdout, stderr } satisfies CommandReply);
});
process.on("disconnect", () => process.exit());

import { type Command, Option } from "commander";
import type { Io } from "../runtime/io.ts";
import { limitArgument, withCommonOptions } from "./program-options.ts";

/** Repeated here, because loading the server would slow down help. */
const kinds = ["mail", "message", "image-removal", "bulk-change", "import-export", "index-build", "cleanup"];
const states = ["waiting", "running", "failed", "completed", "cancelled"];

/** Adds `job`. */
export function addJob(program: Command, io: Io): void {
  const job = program.command("job").description("Background jobs: emails, messages, imports, bulk changes, cleanup.");
  withCommonOptions(job.command("list"))
    .description("Lists the jobs, latest first. Failed ones have used all their attempts.")
    .addOption(new Option("--kind <kind>", "only jobs of this kind").choices(kinds))
    .addOption(new Option("--state <state>", "only jobs in this state").choices(states))
    .option("--limit <number>", "maximum number, 1 to 10000", limitArgument, 100)
    .action(async (options) => (await import("./server/job.ts")).listJobs(io, options));
  withCommonOptions(job.command("show"))
    .description("Prints a job with its attempts and last error.")
    .argument("<id>", "id of the job, or of its import, export or bulk change")
    .action(async (id, options) => (await import("./server/job.ts")).showJob(io, id, options));
  withCommonOptions(job.command("retry"))
    .description("Runs a failed job again, or a waiting one now.")
    .argument("[id]", "id of the job, or of its import, export or bulk change")
    .option("--all", "all failed jobs")
    .addOption(new Option("--kind <kind>", "with --all, only jobs of this kind").choices(kinds))
    .action(async (id, options) => (await import("./server/job.ts")).retryJob(io, id, options));
  withCommonOptions(job.command("cancel"))
    .description("Cancels a waiting or running job. What it has done stays.")
    .argument("<id>", "id of the job, or of its import, export or bulk change")
    .action(async (id, options) => (await import("./server/job.ts")).cancelJob(io, id, options));
}

import type { AppContext } from "@porchlight/server";
import type { Job, JobKind, JobState } from "@porchlight/server/operations";
import * as server from "@porchlight/server/operations";
import { Failure } from "../../runtime/errors/failure.ts";
import { formatTable, type Io, printResult } from "../../runtime/io.ts";
import { type CommonOptions, owner, withOperator } from "../../runtime/operator.ts";

interface ListOptions extends CommonOptions {
  kind?: JobKind;
  state?: JobState;
  limit: number;
}

/** `porchlight job list` */
export async function listJobs(io: Io, { kind, state, limit, ...options }: ListOptions): Promise<void> {
  const jobs = await withOperator(io, options, (context) => server.listJobs(context, owner, { kind, state, limit }));
  const rows = jobs.map((job) => [
    job.id,
    job.kind,
    job.state,
    `${job.attempts}/${job.maxAttempts}`,
    formatTime(job.nextAttemptAt ?? job.finishedAt ?? job.startedAt),
    firstLine(job.lastError ?? ""),
  ]);
  const head = ["id", "kind", "state", "attempts", "time", "last error"];
  printResult(io, { jobs }, jobs.length === 0 ? "There are no jobs." : formatTable(head, rows));
}

/** `porchlight job show <id>` */
export async function showJob(io: Io, id: string, options: CommonOptions): Promise<void> {
  const job = await withOperator(io, options, (context) => server.getJob(context, owner, id).catch(unknownJob(id)));
  printResult(io, { job }, formatJob(job));
}

interface RetryOptions extends CommonOptions {
  all?: boolean;
  kind?: JobKind;
}

/** Maximum number of jobs that one `job retry --all` restarts. */
const maxRetriedJobs = 10_000;

/** `porchlight job retry <id>` */
export async function retryJob(io: Io, id: string | undefined, options: RetryOptions): Promise<void> {
  const { all = false, kind } = options;
  if (all === (id !== undefined))
    throw new Failure("Pass the id of a job, or --all. This lists them: porchlight job list --state failed", {
      exitCode: 2,
    });
  if (id !== undefined) {
    const job = await withOperator(io, options, (context) => retry(context, id));
    return printResult(io, { job }, `${job.id} will run again. This shows its result: porchlight job show ${job.id}`);
  }
  const count = await withOperator(io, options, async (context) => {
    const failed = await server.listJobs(context, owner, { kind, state: "failed", limit: maxRetriedJobs });
    const results = [];
    for (const job of failed)
      results.push(
        await retry(context, job.id).then(
          () => 1,
          () => 0,
        ),
      );
    return results.reduce<number>((sum, retried) => sum + retried, 0);
  });
  printResult(io, { count }, count === 1 ? "1 job runs again." : `${count} jobs run again.`);
}

const retry = (context: AppContext, id: string): Promise<Job> =>
  server
    .retryJob(context, owner, id)
    .catch(unknownJob(id))
    .catch(conflict(`${id} cannot be retried: it has not failed, or the file of its import has been deleted.`));

/** `porchlight job cancel <id>` */
export async function cancelJob(io: Io, id: string, options: CommonOptions): Promise<void> {
  const job = await withOperator(io, options, (context) =>
    server
      .cancelJob(context, owner, id)
      .catch(unknownJob(id))
      .catch(conflict(`${id} cannot be cancelled: it has ended.`)),
  );
  printResult(io, { job }, `Cancelled ${job.id}.`);
}

function onRefusal(code: string, message: string) {
  return (error: unknown): never => {
    if (error instanceof server.Refusal && error.code === code) throw new Failure(message);
    throw error;
  };
}

const unknownJob = (id: string) =>
  onRefusal("NOT_FOUND", `There is no job "${id}". This lists them: porchlight job list`);
const conflict = (message: string) => onRefusal("DATA_JOB_STATUS_CONFLICT", message);

const firstLine = (text: string): string => text.split("\n", 1)[0]!.slice(0, 80);
const formatTime = (at: Date | null): string => at?.toISOString().slice(0, 19).replace("T", " ") ?? "";

function formatJob(job: Job): string {
  const { id, kind, key, state, attempts, maxAttempts, createdAt, nextAttemptAt, startedAt, finishedAt } = job;
  const lines = [
    ["Job", id],
    ["Kind", kind],
    ...(key === id ? [] : [["Key", key]]),
    ["State", state],
    ["Attempts", `${attempts} of ${maxAttempts}`],
    ["Created", createdAt.toISOString()],
    ...(startedAt ? [["Started", startedAt.toISOString()]] : []),
    ...(nextAttemptAt ? [["Due", nextAttemptAt.toISOString()]] : []),
    ...(finishedAt ? [["Ended", finishedAt.toISOString()]] : []),
    ...(job.lastError === null ? [] : [["Error", job.lastError]]),
  ];
  return lines.map(([name = "", value = ""]) => `${name.padEnd(10)}${value}`).join("\n");
}

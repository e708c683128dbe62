import { expect } from "vitest";
import { runTransfers } from "../../src/data/import-export/run-transfers.ts";
import { runDataJobs } from "../../src/data/jobs/run-data-jobs.ts";
import type { TestServer } from "../test-server.ts";
import type { CallerName, TestCallers } from "./collections.ts";

interface JobStatus {
  status: string;
}

/** Runs jobs, like the test server itself, until one has ended. */
async function waitForEnd<Job extends JobStatus>(
  runJobs: () => Promise<void>,
  check: () => Promise<Job>,
): Promise<Job> {
  const runAndGetStatus = async () => {
    await runJobs();
    return (await check()).status;
  };
  await expect.poll(runAndGetStatus, { timeout: 30_000 }).toMatch(/COMPLETED|SUCCEEDED|FAILED/);
  return check();
}

/** Waits for the end of a change by filter. */
export const waitForAsyncJob = (server: TestServer, callers: TestCallers, caller: CallerName, jobId: string) =>
  waitForEnd(
    () => runDataJobs(server.context),
    async () => (await callers.call(caller, `/wix-data/v2/async-jobs/${jobId}/status`, {}, "GET")).body,
  );

/** Waits for the end of an import or export. */
export const waitForTransfer = (server: TestServer, callers: TestCallers, caller: CallerName, jobId: string) =>
  waitForEnd(
    () => runTransfers(server.context),
    async () => (await callers.call(caller, `/_api/porchlight/v1/data/jobs/${jobId}`, {}, "GET")).body.job,
  );

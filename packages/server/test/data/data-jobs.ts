import { expect } from "vitest";
import { runTransfers } from "../../src/data/import-export/run-transfers.ts";
import { runDataJobs } from "../../src/data/jobs/run-data-jobs.ts";
import type { TestServer } from "../test-server.ts";
import type { CallerName, TestCallers } from "./collections.ts";

interface JobStatus {
  status: string;
}

/** Works at jobs, as the server beside the test does, until one has ended. @returns What is told of it then. */
async function waitForEnd<Job extends JobStatus>(work: () => Promise<void>, check: () => Promise<Job>): Promise<Job> {
  const statusAfterWork = async () => {
    await work();
    return (await check()).status;
  };
  await expect.poll(statusAfterWork, { timeout: 30_000 }).toMatch(/COMPLETED|SUCCEEDED|FAILED/);
  return check();
}

/** A change by filter at its end, as its caller is told. */
export const waitForAsyncJob = (server: TestServer, callers: TestCallers, caller: CallerName, jobId: string) =>
  waitForEnd(
    () => runDataJobs(server.context),
    async () => (await callers.call(caller, `/wix-data/v2/async-jobs/${jobId}/status`, {}, "GET")).body,
  );

/** An import or export at its end, as its caller is told. */
export const waitForTransfer = (server: TestServer, callers: TestCallers, caller: CallerName, jobId: string) =>
  waitForEnd(
    () => runTransfers(server.context),
    async () => (await callers.call(caller, `/_api/porchlight/v1/data/jobs/${jobId}`, {}, "GET")).body.job,
  );

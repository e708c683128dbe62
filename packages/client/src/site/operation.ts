import type {
  HealthFinding,
  ListBackgroundJobsRequest,
  SiteHealthResponse,
  BackgroundJob as WireJob,
} from "@porchlight/contract/site/background-job";
import * as endpoints from "@porchlight/contract/site/endpoints";
import type { CallOptions, Transport } from "../transport.ts";

export type { HealthFinding };

/** A background job of the server. */
export type BackgroundJob = Omit<WireJob, "id" | "createdDate" | "nextAttemptDate" | "finishedDate"> & {
  _id: string;
  _createdDate: Date;
  nextAttemptDate: Date | null;
  finishedDate: Date | null;
};

const dates = ["createdDate", "nextAttemptDate", "finishedDate"];
const conversion = { response: { timestamp: dates.map((name) => `jobs.${name}`) } };

/** Jobs and health of the server, for staff with the role owner. Others get `NOT_ALLOWED`. A Porchlight extension. */
export function operation(transport: Transport) {
  return {
    /** Background jobs, newest first. @param filter `limit` 1 to 1000, default 50. */
    async listBackgroundJobs(
      filter: ListBackgroundJobsRequest["query"] = {},
      call?: CallOptions,
    ): Promise<BackgroundJob[]> {
      const response = await transport.send<object, { jobs: BackgroundJob[] }>(
        endpoints.listBackgroundJobs,
        { query: filter },
        { ...call, conversion },
      );
      return response.jobs;
    },

    /** Runs a failed job again. @throws {PorchlightError} `NOT_FOUND`, `DATA_JOB_STATUS_CONFLICT`. */
    async retryBackgroundJob(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.retryBackgroundJob, { params: { id: _id } }, call);
    },

    /** Cancels a waiting or running job. @throws {PorchlightError} `NOT_FOUND`, `DATA_JOB_STATUS_CONFLICT`. */
    async cancelBackgroundJob(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.cancelBackgroundJob, { params: { id: _id } }, call);
    },

    /** The checks of the installation, as `porchlight doctor` prints them. */
    async checkHealth(call?: CallOptions): Promise<HealthFinding[]> {
      const response: SiteHealthResponse = await transport.send(endpoints.getSiteHealth, {}, call);
      return response.findings;
    },
  };
}

import type { BackgroundJob } from "@porchlight/contract/site/background-job";
import * as site from "@porchlight/contract/site/endpoints";
import { backgroundJobByIdRequest, listBackgroundJobsRequest } from "@porchlight/contract/site/schema";
import { cancelJob, type Job, listJobs, retryJob } from "./manage-jobs.ts";
import { type Area, serve } from "./platform/http/serve.ts";
import { requireOwner } from "./platform/identity/require-editor.ts";
import type { AppContext } from "./sites/app-context.ts";

/** Background jobs of the server. */
export function jobRoutes(area: Area, context: AppContext): void {
  const change = { limit: "changesPerIp", authorize: requireOwner } as const;
  serve(
    area,
    site.listBackgroundJobs,
    listBackgroundJobsRequest,
    async ({ caller }, { query: { state, limit = 50 } }) => ({
      jobs: (await listJobs(context, caller, { state, limit })).map(toWire),
    }),
    { authorize: requireOwner },
  );
  serve(
    area,
    site.retryBackgroundJob,
    backgroundJobByIdRequest,
    async ({ caller }, { params }) => ({ job: toWire(await retryJob(context, caller, params.id)) }),
    change,
  );
  serve(
    area,
    site.cancelBackgroundJob,
    backgroundJobByIdRequest,
    async ({ caller }, { params }) => ({ job: toWire(await cancelJob(context, caller, params.id)) }),
    change,
  );
}

const toWire = ({ id, kind, state, attempts, maxAttempts, lastError, ...dates }: Job): BackgroundJob => ({
  id,
  kind,
  state,
  attempts,
  maxAttempts,
  createdDate: dates.createdAt.toISOString(),
  nextAttemptDate: dates.nextAttemptAt?.toISOString() ?? null,
  finishedDate: dates.finishedAt?.toISOString() ?? null,
  lastError,
});

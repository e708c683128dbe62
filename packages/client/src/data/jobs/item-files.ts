import * as conversions from "@porchlight/contract/data/conversions";
import type {
  DataJobNote,
  ExportOptions,
  ImportOptions,
  StartItemExportResponse,
  StartItemImportResponse,
} from "@porchlight/contract/data/import-export/data-job";
import * as endpoints from "@porchlight/contract/data/import-export/endpoints";
import { convert } from "../../conversion.ts";
import { createEnvironment } from "../../environment.ts";
import { errorFromResponse, readResponse } from "../../http/response.ts";
import { sleep } from "../../http/with-timeout.ts";
import type { CallOptions, ClientTransport, Transport } from "../../transport.ts";
import { converters } from "../data-call.ts";
import { toWireTree } from "../query/query-objects.ts";
import type { ItemFileCalls, ItemFileJob } from "./item-file-types.ts";

/** Allows for large files on slow connections. */
const fileTimeoutMs = 60 * 60_000;
/** Polling interval; short at first, for small files. */
const [minPollDelayMs, maxPollDelayMs] = [250, 3_000];

type Job = { job: ItemFileJob; downloadUrl?: string };

export function itemFiles(transport: Transport): ItemFileCalls {
  const conversion = conversions.dataJob;
  const send = transport.send as <Response>(endpoint: object, request: object, options: object) => Promise<Response>;
  const getJob = (jobId: string, call?: CallOptions) =>
    send<Job>(endpoints.getTransfer, { params: { jobId } }, { ...call, conversion });

  return {
    async importItems(dataCollectionId, file, options: ImportOptions = {}, call = {}) {
      const blob = typeof file === "string" ? new Blob([file]) : file;
      const filename = options.filename ?? (blob as Partial<File>).name;
      const body = { ...options, ...(filename && { filename }), dataCollectionId };
      const { uploadUrl } = await send<StartItemImportResponse>(
        endpoints.startItemImport,
        { body },
        { ...call, conversion },
      );
      const { signal } = call;
      const init = { method: "PUT", body: blob, ...(signal && { signal }) };
      return convert(await fetchJson(uploadUrl, init), conversion.response, "response") as Job;
    },

    async exportItems(dataCollectionId, options: ExportOptions, call) {
      const { filter, ...others } = options;
      const body = { ...others, ...(filter && { filter: toWireTree(filter) }), dataCollectionId };
      return send<StartItemExportResponse & Job>(
        endpoints.startItemExport,
        { body },
        { ...call, conversion, converters },
      );
    },

    getItemJob: getJob,

    async waitForItemJob(jobId, { onProgress, ...call } = {}) {
      const environment = createEnvironment();
      for (let delay = minPollDelayMs; ; delay = Math.min(delay * 1.5, maxPollDelayMs)) {
        const { job } = await getJob(jobId, call);
        onProgress?.(job);
        if (job.status === "COMPLETED" || job.status === "FAILED") return { job };
        await sleep(environment, delay, call.signal);
      }
    },

    listItemJobs(options = {}, call) {
      return send(endpoints.listTransfers, { query: options }, { ...call, conversion });
    },

    listItemJobNotes(jobId, options = {}, call) {
      return send<{ notes: DataJobNote[]; total: number }>(
        endpoints.listTransferNotes,
        { params: { jobId }, query: options },
        { ...call },
      );
    },

    cancelItemJob(jobId, call) {
      return send<Job>(endpoints.cancelTransfer, { params: { jobId } }, { ...call, conversion });
    },

    async downloadItems(jobId, call = {}) {
      const { downloadUrl = "" } = await getJob(jobId, call);
      const { signal } = call;
      const response = await clientTransport().fetch(downloadUrl, signal && { signal }, false, fileTimeoutMs);
      if (response.ok) return response;
      throw errorFromResponse(await readResponse(response), Date.now());
    },
  };

  function clientTransport(): ClientTransport {
    return transport as ClientTransport;
  }

  async function fetchJson(url: string, init: RequestInit): Promise<unknown> {
    const response = await readResponse(await clientTransport().fetch(url, init, false, fileTimeoutMs));
    if (response.status !== 200) throw errorFromResponse(response, Date.now());
    return response.body;
  }
}

import { runImportWorker } from "@porchlight/importers/worker/import-worker";
import { getOutbound } from "../../platform/http/outbound/get-outbound.ts";
import { OutboundError } from "../../platform/http/outbound/send-outbound.ts";
import { tryReadImage } from "../../platform/storage/read-image.ts";
import { validateRichContent } from "../rich-content/validate-rich-content.ts";

/** Program of the process that reads an import source. */
runImportWorker({
  createFetchFile: (policy) => async (url, options) => {
    try {
      return await getOutbound(url, policy, options);
    } catch (error) {
      if (error instanceof OutboundError) return { reason: error.message };
      throw error;
    }
  },
  readImage: tryReadImage,
  validateRichContent,
});

import * as endpoints from "@porchlight/contract/blog/imports/endpoints";
import type {
  ImportNote,
  StartImportRequest,
  UploadImportRequest,
  ImportJob as WireJob,
} from "@porchlight/contract/blog/imports/import-job";
import type { CallOptions, Transport } from "../transport.ts";

export type { ImportNote };

/** A blog import and its progress. */
export type ImportJob = Omit<
  WireJob,
  "id" | "createdDate" | "updatedDate" | "finishedDate" | "canceledDate" | "undoneDate"
> & {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
  finishedDate?: Date;
  canceledDate?: Date;
  undoneDate?: Date;
};

const dates = ["createdDate", "updatedDate", "finishedDate", "canceledDate", "undoneDate"];
const listDates = { response: { timestamp: dates.map((name) => `imports.${name}`) } };
const oneDates = { response: { timestamp: dates.map((name) => `import.${name}`) } };

/** Imports of other blogs, for editors. Other callers get `NOT_ALLOWED`. A Porchlight extension. */
export function blogImports(transport: Transport) {
  async function change(
    endpoint: typeof endpoints.getImport | typeof endpoints.confirmImport,
    importId: string,
    call: CallOptions | undefined,
  ): Promise<ImportJob> {
    const response = await transport.send<object, { import: ImportJob }>(
      endpoint,
      { params: { importId } },
      { ...call, conversion: oneDates },
    );
    return response.import;
  }

  return {
    /**
     * Starts an import from a feed, an export, or a page that links to a feed.
     *
     * @throws {PorchlightError} A violation of `url`.
     */
    async startImport(source: StartImportRequest["body"], call?: CallOptions): Promise<ImportJob> {
      const response = await transport.send<object, { import: ImportJob }>(
        endpoints.startImport,
        { body: source },
        { ...call, conversion: oneDates },
      );
      return response.import;
    },

    /** Prepares the import of a file, to be sent to `uploadUrl`. The server checks the file, and stores nothing. */
    uploadImport(
      file: UploadImportRequest["body"],
      call?: CallOptions,
    ): Promise<{ import: ImportJob; uploadUrl: string }> {
      return transport.send<object, { import: ImportJob; uploadUrl: string }>(
        endpoints.uploadImport,
        { body: file },
        { ...call, conversion: oneDates },
      );
    },

    /**
     * Starts an import after its check.
     *
     * @throws {PorchlightError} `IMPORT_STATUS_CONFLICT`: the check has failed, or its file is deleted.
     */
    confirmImport: (importId: string, call?: CallOptions): Promise<ImportJob> =>
      change(endpoints.confirmImport, importId, call),

    /**
     * Ends an unfinished import or check. Posts that it has stored stay.
     *
     * @throws {PorchlightError} `IMPORT_STATUS_CONFLICT`: it has ended.
     */
    cancelImport: (importId: string, call?: CallOptions): Promise<ImportJob> =>
      change(endpoints.cancelImport, importId, call),

    /** @throws {PorchlightError} `IMPORT_NOT_FOUND`. */
    getImport: (importId: string, call?: CallOptions): Promise<ImportJob> =>
      change(endpoints.getImport, importId, call),

    /** Newest first. @param options `limit` 1 to 100, default 50. */
    async listImports(options: { limit?: number } = {}, call?: CallOptions): Promise<ImportJob[]> {
      const response = await transport.send<object, { imports: ImportJob[] }>(
        endpoints.listImports,
        { query: options },
        { ...call, conversion: listDates },
      );
      return response.imports;
    },

    /** What an import could not transfer. @param options `limit` 1 to 1000, default 100. */
    listImportNotes(
      importId: string,
      options: { limit?: number; offset?: number } = {},
      call?: CallOptions,
    ): Promise<{ notes: ImportNote[]; total: number }> {
      return transport.send(endpoints.listImportNotes, { params: { importId }, query: options }, call);
    },

    /**
     * Removes the posts of an import, except those that were changed.
     *
     * @throws {PorchlightError} `IMPORT_STATUS_CONFLICT`.
     */
    async undoImport(importId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.undoImport, { params: { importId } }, call);
    },
  };
}

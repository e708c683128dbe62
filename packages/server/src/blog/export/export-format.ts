import type { ExportCounts } from "./export-blog.ts";

/** What `export.json` says that the folder is. */
export const exportFormat = "porchlight-export";
/** Of what the lines mean; a newer one is refused. */
export const exportVersion = 1;

export interface ExportManifest {
  format: typeof exportFormat;
  version: number;
  siteId: string;
  exportedDate: string;
  counts: ExportCounts;
}

export function createManifest({ at, ...facts }: Omit<ExportManifest, "exportedDate"> & { at: Date }): ExportManifest {
  return { ...facts, exportedDate: at.toISOString() };
}

/** Files of the media folder that a text names, each once. */
export function mediaIdsIn(text: string): string[] {
  return [...new Set(text.match(/[0-9a-f]{32}\.[a-z0-9]{2,5}/g) ?? [])];
}

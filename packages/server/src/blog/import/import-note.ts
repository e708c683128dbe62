export type { ImportNote } from "@porchlight/contract/blog/imports/import-job";

export type { ImportNote } from "@porchlight/contract/blog/import-job";

import type { Caller } from "../../platform/context/caller.ts";
import { isEditor } from "../../platform/identity/require-editor.ts";

/** A program that reads, and nothing else, reads what there is; editors do not. */
export const readsAll = (caller: Caller): boolean => "apiKey" in caller && caller.apiKey?.role === "read";

/** Whether fields that are hidden are there for the caller: for whoever edits content, and programs that read everything. */
export const seesHidden = (caller: Caller): boolean => isEditor(caller) || readsAll(caller);

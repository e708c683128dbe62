/** Modules for the pages of forms, loaded on demand. */
export { formCalls as forms, submissionCalls as submissions } from "@porchlight/client/forms";

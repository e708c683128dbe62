/** Modules for the pages of forms, loaded on demand. */
export { forms, submissions } from "@porchlight/client/forms";

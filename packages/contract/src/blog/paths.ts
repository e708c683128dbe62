/**
 * Where the page is that runs HTML of texts, scripts and all, without any origin. It is for frames: it shows the `html` of the first
 * message `{ html }` that the page around it sends.
 */
export const contentFramePath = "/_api/porchlight/v1/blog/frame";

/** Where changes of the blog are told as they happen, as Server-Sent Events: type and entity, for everybody alike. */
export const livePath = "/_api/porchlight/v1/blog/live";

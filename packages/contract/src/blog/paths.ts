/**
 * Page that renders HTML of posts, including scripts, in an opaque origin. For frames: it shows the `html` of the first
 * message `{ html }` from its parent.
 */
export const contentFramePath = "/_api/porchlight/v1/blog/frame";

/** Stream of public blog changes as Server-Sent Events, with type and entity. */
export const livePath = "/_api/porchlight/v1/blog/live";

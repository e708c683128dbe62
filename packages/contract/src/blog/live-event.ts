/** Where changes of the blog are told as they happen, as Server-Sent Events: type and entity, for everybody alike. */
export const livePath = "/_api/porchlight/v1/blog/live";

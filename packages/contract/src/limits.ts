/** Limits shared by client and server. Source: spec §5 and §9, security requirements §2. */

export const defaultPageSize = 50;
export const maxPageSize = 1000;
/** Maximum page size of list calls of the blog, which is smaller than that of queries. */
export const maxBlogPageSize = 100;
export const maxOffset = 100_000;
/** Maximum sort fields of a query. */
export const maxSortFields = 5;

/** Characters; a longer query string uses the POST fallback if one is declared. */
export const maxQueryStringLength = 4000;
/** Characters of path, `?.r=` and value; a longer item query is sent as a POST. */
export const maxItemQueryUrlLength = 2048;
/** Maximum bytes of the decoded `.r` parameter. */
export const maxDecodedQueryBytes = 8 * 1024;

export const minCodeVerifierLength = 43;
export const maxCodeVerifierLength = 128;
export const defaultCodeVerifierLength = 43;

/** Timeout of a login in a hidden frame. */
export const silentLoginTimeoutMs = 120_000;
/** Minimum interval between preloads of the hosted login page (7 days). */
export const hostedSessionPrewarmTtlMs = 604_800_000;

export const maxPasswordLength = 256;
export const maxStateLength = 512;
export const verificationCodeLength = 6;

/** Numbers that both ends must agree on. Source: spec §5 and §9, security requirements §2. */

export const defaultPageSize = 50;
export const maxPageSize = 1000;
/** listPosts, listCategories and their kin take smaller pages than queries. */
export const maxBlogPageSize = 100;
export const maxOffset = 100_000;
/** Fields that one query may sort by. */
export const maxSortFields = 5;

/** Characters; a longer query string uses the POST fallback where one is declared. */
export const maxQueryStringLength = 4000;
/** Characters of path, `?.r=` and value; a longer item query is a POST. */
export const maxItemQueryUrlLength = 2048;
/** Bytes of the decoded `.r` parameter. */
export const maxDecodedQueryBytes = 8 * 1024;

export const minCodeVerifierLength = 43;
export const maxCodeVerifierLength = 128;
export const defaultCodeVerifierLength = 43;

/** Outer bound of a login in a hidden frame, milliseconds. */
export const silentLoginTimeoutMs = 120_000;
/** How long a pre-warm of the hosted session is remembered, milliseconds (7 days). */
export const hostedSessionPrewarmTtlMs = 604_800_000;

export const maxPasswordLength = 256;
export const maxStateLength = 512;
export const verificationCodeLength = 6;

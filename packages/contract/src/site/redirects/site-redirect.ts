/** Statuses of redirects: 301 is permanent, 302 temporary. */
export const redirectStatuses = [301, 302] as const;
/** Status of a redirect. */
export type RedirectStatus = (typeof redirectStatuses)[number];

/** Maximum number of redirects of a site. */
export const maxSiteRedirects = 10_000;
/** Maximum number of redirects in one import. */
export const maxImportedRedirects = 1_000;

/** Rules of redirects, in `data.type` of violations. */
export const redirectRules = ["SOURCE_PATH", "SOURCE_IN_USE", "SOURCE_TWICE", "TARGET", "LOOP", "CHAIN"] as const;
/** Rule of redirects. */
export type RedirectRule = (typeof redirectRules)[number];

/** Leads visitors from a path without a page to another address. */
export interface SiteRedirect {
  id: string;
  /** Decoded path without a trailing slash. */
  source: string;
  /** A path of the site or an https URL. */
  target: string;
  status: RedirectStatus;
  createdDate: string;
}

/** Values of a redirect. */
export interface SiteRedirectInput {
  /** Path or URL of the site, without a wildcard. Query and fragment are ignored. */
  source: string;
  /** A path of the site, with query and fragment, or an https URL. */
  target: string;
  /** Default: 301. */
  status?: RedirectStatus | undefined;
}

/** What an import does with a redirect. */
export const redirectImportActions = ["CREATED", "CHANGED", "UNCHANGED", "REJECTED"] as const;

/** The result for one redirect of an import. */
export interface RedirectImportResult {
  /** Position in the request, from 0. */
  index: number;
  action: (typeof redirectImportActions)[number];
  /** Which value was rejected, and why. */
  problem?: { field: "source" | "target"; rule: RedirectRule; description: string } | undefined;
}

type Params = { params: { redirectId: string } };
export type ListSiteRedirectsRequest = {
  query: { search?: string | undefined; limit?: number | undefined; offset?: number | undefined };
};
export type CreateSiteRedirectRequest = { body: { redirect: SiteRedirectInput } };
export type UpdateSiteRedirectRequest = Params & { body: { redirect: SiteRedirectInput } };
export type SiteRedirectByIdRequest = Params;
export type ImportSiteRedirectsRequest = { body: { redirects: SiteRedirectInput[]; dryRun?: boolean | undefined } };

export interface SiteRedirectResponse {
  redirect: SiteRedirect;
}
export interface ListSiteRedirectsResponse {
  /** By source. */
  redirects: SiteRedirect[];
  /** Number of redirects that match the search. */
  total: number;
}
export interface ImportSiteRedirectsResponse {
  results: RedirectImportResult[];
}

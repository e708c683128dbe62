import * as z from "zod";
import { guid, queryInteger, singleLineText } from "../../wire/value-schema.ts";
import {
  maxImportedRedirects,
  maxSiteRedirects,
  redirectImportActions,
  redirectRules,
  redirectStatuses,
} from "./site-redirect.ts";

const status = z.literal(redirectStatuses);
const redirect = z.object({
  source: singleLineText(2000).min(1),
  target: singleLineText(2000).min(1),
  status: status.optional(),
});
/** A validated redirect, before the rules of paths. */
export type ParsedRedirect = z.output<typeof redirect>;

const params = z.object({ redirectId: z.string().min(1).max(38) });

export const listSiteRedirectsRequest = z.object({
  query: z.object({
    search: singleLineText(200).optional(),
    limit: queryInteger(1, 1000).optional(),
    offset: queryInteger(0, maxSiteRedirects).optional(),
  }),
});
export const createSiteRedirectRequest = z.object({ body: z.object({ redirect }) });
export const updateSiteRedirectRequest = z.object({ params, body: z.object({ redirect }) });
export const siteRedirectByIdRequest = z.object({ params });
export const importSiteRedirectsRequest = z.object({
  body: z.object({ redirects: z.array(redirect).min(1).max(maxImportedRedirects), dryRun: z.boolean().optional() }),
});

const siteRedirect = z
  .object({
    id: guid,
    source: z.string().describe("Decoded path without a trailing slash."),
    target: z.string().describe("A path of the site or an https URL."),
    status,
    createdDate: z.iso.datetime(),
  })
  .meta({ id: "SiteRedirect", description: "Leads visitors from a path without a page to another address." });

export const siteRedirectResponse = z.object({ redirect: siteRedirect });
export const listSiteRedirectsResponse = z.object({ redirects: z.array(siteRedirect), total: z.int() });
export const importSiteRedirectsResponse = z.object({
  results: z.array(
    z.object({
      index: z.int(),
      action: z.enum(redirectImportActions),
      problem: z
        .object({ field: z.enum(["source", "target"]), rule: z.enum(redirectRules), description: z.string() })
        .optional(),
    }),
  ),
});

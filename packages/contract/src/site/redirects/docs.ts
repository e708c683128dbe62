import { emptyResponse } from "../../auth/response-schema.ts";
import type { EndpointDocs } from "../../endpoint-docs.ts";
import { importSiteRedirectsResponse, listSiteRedirectsResponse, siteRedirectResponse } from "./schema.ts";

const byId = { params: { redirectId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b" } };
const redirect = { source: "/old-path", target: "/about", status: 301 } as const;
const response = { description: "The redirect.", schema: siteRedirectResponse };
const editors = "Requires the role owner or editor.";
const rules =
  "The source must be a path without a page. The target must be a path of the site or an https URL, and must not lead back to the source.";

export const siteRedirectDocs = {
  listSiteRedirects: {
    summary: "List redirects",
    description: `${editors} By source. \`search\` finds parts of sources and targets. \`limit\` is 100 by default.`,
    response: { description: "A page of redirects and their total number.", schema: listSiteRedirectsResponse },
    errors: ["NOT_ALLOWED"],
    example: { query: { search: "old", limit: 20 } },
  },
  createSiteRedirect: {
    summary: "Create a redirect",
    description: `${editors} ${rules}`,
    response,
    errors: ["NOT_ALLOWED", "REDIRECTS_FULL"],
    example: { body: { redirect } },
  },
  updateSiteRedirect: {
    summary: "Change a redirect",
    description: `${editors} ${rules}`,
    response,
    errors: ["NOT_ALLOWED", "REDIRECT_NOT_FOUND"],
    example: { ...byId, body: { redirect } },
  },
  deleteSiteRedirect: {
    summary: "Delete a redirect",
    description: `${editors} Browsers may follow a permanent redirect for another hour.`,
    response: { description: "An empty object.", schema: emptyResponse },
    errors: ["NOT_ALLOWED", "REDIRECT_NOT_FOUND"],
    example: byId,
  },
  importSiteRedirects: {
    summary: "Import redirects",
    description: `${editors} Creates redirects, and changes those with the same source. ${rules} Invalid ones are rejected individually. With \`dryRun\`, nothing is stored.`,
    response: { description: "The result for each redirect.", schema: importSiteRedirectsResponse },
    errors: ["NOT_ALLOWED", "REDIRECTS_FULL"],
    example: { body: { redirects: [redirect], dryRun: true } },
  },
} as const satisfies Record<string, EndpointDocs>;

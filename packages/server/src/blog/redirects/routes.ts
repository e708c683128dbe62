import * as redirects from "@porchlight/contract/site/redirects/endpoints";
import {
  createSiteRedirectRequest,
  importSiteRedirectsRequest,
  listSiteRedirectsRequest,
  siteRedirectByIdRequest,
  updateSiteRedirectRequest,
} from "@porchlight/contract/site/redirects/schema";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireEditor } from "../../platform/identity/require-editor.ts";
import type { BlogContext } from "../blog-context.ts";
import {
  createSiteRedirect,
  deleteSiteRedirect,
  importSiteRedirects,
  listSiteRedirects,
  updateSiteRedirect,
} from "./manage-redirects.ts";

const editors = { authorize: requireEditor } as const;
const change = { ...editors, limit: "changesPerIp" } as const;

/** Redirects of the site, for editors. */
export function siteRedirectRoutes(area: Area, context: BlogContext): void {
  serve(
    area,
    redirects.listSiteRedirects,
    listSiteRedirectsRequest,
    (request, input) => listSiteRedirects(context, request, input),
    editors,
  );
  serve(
    area,
    redirects.createSiteRedirect,
    createSiteRedirectRequest,
    (request, input) => createSiteRedirect(context, request, input),
    change,
  );
  serve(
    area,
    redirects.importSiteRedirects,
    importSiteRedirectsRequest,
    (request, input) => importSiteRedirects(context, request, input),
    change,
  );
  serve(
    area,
    redirects.updateSiteRedirect,
    updateSiteRedirectRequest,
    (request, input) => updateSiteRedirect(context, request, input),
    change,
  );
  serve(
    area,
    redirects.deleteSiteRedirect,
    siteRedirectByIdRequest,
    (request, input) => deleteSiteRedirect(context, request, input),
    change,
  );
}

import { endpoint } from "../../endpoint.ts";
import type {
  CreateSiteRedirectRequest,
  ImportSiteRedirectsRequest,
  ImportSiteRedirectsResponse,
  ListSiteRedirectsRequest,
  ListSiteRedirectsResponse,
  SiteRedirectByIdRequest,
  SiteRedirectResponse,
  UpdateSiteRedirectRequest,
} from "./site-redirect.ts";

const redirects = "/_api/porchlight/v1/site/redirects";

export const listSiteRedirects = /* @__PURE__ */ endpoint<ListSiteRedirectsRequest, ListSiteRedirectsResponse>(
  "GET",
  redirects,
);
export const createSiteRedirect = /* @__PURE__ */ endpoint<CreateSiteRedirectRequest, SiteRedirectResponse>(
  "POST",
  redirects,
);
export const importSiteRedirects = /* @__PURE__ */ endpoint<ImportSiteRedirectsRequest, ImportSiteRedirectsResponse>(
  "POST",
  `${redirects}/import`,
);
export const updateSiteRedirect = /* @__PURE__ */ endpoint<UpdateSiteRedirectRequest, SiteRedirectResponse>(
  "PATCH",
  `${redirects}/:redirectId`,
);
export const deleteSiteRedirect = /* @__PURE__ */ endpoint<SiteRedirectByIdRequest, Record<never, never>>(
  "DELETE",
  `${redirects}/:redirectId`,
);

import type { BlogContext } from "../blog/blog-context.ts";
import type { DataContext } from "../data/data-context.ts";
import type { SiteHooks } from "../data/hooks/site-hooks.ts";
import type { PlatformConfig } from "../platform/config.ts";
import type { RequestOrigin } from "../platform/http/serve.ts";
import type { StaffContext } from "../staff/staff-context.ts";

/** Services of all areas. */
export interface AppContext extends BlogContext, DataContext, StaffContext {}

/** Configuration of a server. The CLI builds it from the environment and the site's module. */
export interface ServerConfig extends PlatformConfig {
  /** Functions of the site's module that run before and after operations on items. */
  siteHooks?: SiteHooks | undefined;
  /** Ids of the collections that the site's module defines. */
  codeCollections?: readonly string[] | undefined;
}

/** A site that a server serves. */
export interface SiteServer {
  /** Handles a request, in process or from a socket. */
  fetch(request: Request, origin: RequestOrigin): Promise<Response>;
  /** Handles a request of a page that is shown as a member sees it, with a token of `openMemberView`. Never writes. */
  fetchAsViewedMember(request: Request, origin: RequestOrigin): Promise<Response>;
  /** For the operations of `@porchlight/server/operations`. */
  context: AppContext;
}

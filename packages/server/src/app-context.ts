import type { BlogContext } from "./blog/blog-context.ts";
import type { DataContext } from "./data/data-context.ts";
import type { SiteHooks } from "./data/hooks/site-hooks.ts";
import type { PlatformConfig } from "./platform/config.ts";
import type { StaffContext } from "./staff/staff-context.ts";

/** Services of all areas. */
export interface AppContext extends BlogContext, DataContext, StaffContext {}

/** Configuration of a server. The CLI builds it from the environment and the site's module. */
export interface ServerConfig extends PlatformConfig {
  /** Functions of the site's module that run before and after operations on items. */
  siteHooks?: SiteHooks | undefined;
}

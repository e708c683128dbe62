import type { BlogContext } from "./blog/blog-context.ts";
import type { DataContext } from "./data/data-context.ts";
import type { SiteHooks } from "./data/hooks/site-hooks.ts";
import type { PlatformConfig } from "./platform/config.ts";

/** What an installation's operations work with: the services of every area. */
export interface AppContext extends BlogContext, DataContext {}

/** The configuration of a server. The CLI builds it from the environment and the site's own module. */
export interface ServerConfig extends PlatformConfig {
  /** Functions of the site's own module that run before and after operations on items. */
  siteHooks?: SiteHooks | undefined;
}

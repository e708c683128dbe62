import type { Caller, Deps } from "../../platform/context/server-context.ts";
import type { AddressBases, ReaderKind } from "./post-serializer.ts";
import type { Visibility } from "./posts-store.ts";

/** What visitors and members may see now: published posts dated now or earlier. */
export function publicView(deps: Deps): Visibility {
  return { siteId: deps.site.id, at: deps.now() };
}

/** The address that pages of the blog begin with, without a slash at the end. */
export function blogBaseUrl({ config }: Deps): string {
  return config.siteUrl ?? config.publicUrl;
}

/** How much of posts that are for members somebody is told. */
export function readerKind(caller: Caller): ReaderKind {
  return caller.kind === "member" ? "member" : "visitor";
}

/** Where addresses in what is told of posts begin. */
export function addressBases(deps: Deps): AddressBases {
  return { pages: blogBaseUrl(deps), media: deps.config.publicUrl };
}

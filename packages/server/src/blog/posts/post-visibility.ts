import type { Caller } from "../../platform/context/caller.ts";
import type { BlogTxContext } from "../blog-context.ts";
import type { AddressBases, ReaderKind } from "./post-serializer.ts";
import type { Visibility } from "./posts-store.ts";

/** What visitors and members may see now: published posts dated now or earlier. */
export function publicView(context: BlogTxContext): Visibility {
  return { siteId: context.site.id, at: context.now() };
}

/** The address that pages of the blog begin with, without a slash at the end. */
export function blogBaseUrl({ config }: BlogTxContext): string {
  return config.siteUrl ?? config.publicUrl;
}

/** How much of posts that are for members somebody is told. */
export function readerKind(caller: Caller): ReaderKind {
  return caller.kind === "member" ? "member" : "visitor";
}

/** Where addresses in what is told of posts begin. */
export function addressBases(context: BlogTxContext): AddressBases {
  return { pages: blogBaseUrl(context), media: context.config.publicUrl };
}

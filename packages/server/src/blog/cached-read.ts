import type { Requester } from "../platform/context/request-context.ts";
import { RawJson } from "../platform/http/serve.ts";
import type { BlogContext } from "./blog-context.ts";
import { readerKind } from "./posts/post-visibility.ts";

/** Caches a use case whose result depends only on the blog, its input, and whether the caller is a member. */
export function cachedRead<Input>(
  name: string,
  read: (context: BlogContext, request: Requester, input: Input) => Promise<RawJson>,
): typeof read {
  return async (context, request, input) => {
    const key = [name, readerKind(request.caller), input];
    const options = { showsViews: showsViews(input), sizeOf: (text: string) => text.length };
    return new RawJson(
      await context.readCache.get(key, options, async () => (await read(context, request, input)).text),
    );
  };
}

/** Whether an input selects, filters or sorts by views. A cursor may contain any of these. */
export const showsViews = (input: unknown): boolean =>
  /METRICS|VIEW_COUNT|metrics|cursor":"/.test(JSON.stringify(input));

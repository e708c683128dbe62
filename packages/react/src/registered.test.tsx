import { createClient, OAuthStrategy } from "@porchlight/client";
import { categories, posts, tags } from "@porchlight/client/blog";
import { type ItemQuery, items } from "@porchlight/client/data";
import { members } from "@porchlight/client/members";
import { QueryClient } from "@tanstack/react-query";
import { type ReactElement, Suspense } from "react";
import { renderToReadableStream } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { LoadedPosts } from "./index.ts";
import { PorchlightProvider, useClient, useCollectionItem, useInsert, usePosts, useSuspensePosts } from "./index.ts";
import { clearOnIdentityChange, collectionQuery, postsQuery } from "./query.ts";

interface Bowl {
  _id: string;
  title: string;
  liters: number;
}

declare module "@porchlight/client/data" {
  interface CollectionTypes {
    Bowls: Bowl;
  }
}

const clientId = "cccccccc-cccc-4ccc-8ccc-cccccccccccc";
const client = createClient({
  host: "https://api.example",
  auth: OAuthStrategy({ clientId }),
  modules: { items, members },
});

describe("registered collections", () => {
  it("have typed items in calls and hooks", () => {
    const query: ItemQuery<Bowl> = client.items.query("Bowls");
    const get = async (): Promise<Bowl | null> => client.items.get("Bowls", "1");
    const hooks = () => {
      const item: Bowl | null | undefined = useCollectionItem("Bowls", "1").item;
      const { run } = useInsert("Bowls");
      return { item, add: () => run({ title: "Large", liters: 2 }) satisfies Promise<Bowl> };
    };
    expect([query, get, hooks]).toHaveLength(3);
    // @ts-expect-error a field that the type does not have
    const unknownField = () => client.items.query("Bowls").eq("color", "red");
    // @ts-expect-error a value of another type
    const wrongValue = () => useInsert("Bowls").run({ title: "Large", liters: "2" });
    expect([unknownField, wrongValue]).toHaveLength(2);
  });

  it("leave other collections as they are", () => {
    const get = async (): Promise<{ _id: string; name: string } | null> =>
      client.items.get<{ _id: string; name: string }>("Plates", "1");
    expect(get).toBeTypeOf("function");
  });
});

declare module "./auth/registered-client.ts" {
  interface Register {
    client: typeof client;
  }
}

function Typed() {
  // The registered client has modules that the provider does not require.
  return <>{typeof useClient().items.query}</>;
}

/** Responses by the end of the path. */
function stubbed(answers: Record<string, unknown>) {
  const calls: string[] = [];
  const fetch = async (input: RequestInfo | URL) => {
    const name = new URL(new Request(input).url).pathname.split("/").at(-1)!;
    calls.push(name);
    const token = { access_token: "access", refresh_token: "refresh", expires_in: 14400 };
    return Response.json(name === "token" ? token : answers[name]);
  };
  const options = { host: "https://api.example", auth: OAuthStrategy({ clientId }) };
  return { calls, client: createClient({ ...options, modules: { items, members, posts, categories, tags }, fetch }) };
}

const page = { posts: [{ id: "p1", title: "Soup", slug: "soup" }], metaData: { count: 1, offset: 0, total: 3 } };

describe("hooks on a server", () => {
  const render = async (element: ReactElement, answers: Record<string, unknown>) => {
    const { client, calls } = stubbed(answers);
    const stream = await renderToReadableStream(<PorchlightProvider client={client}>{element}</PorchlightProvider>);
    await stream.allReady;
    return { html: await new Response(stream).text(), calls };
  };

  it("know the registered client", async () => {
    expect((await render(<Typed />, {})).html).toContain("function");
  });

  it("are pending without suspense, and load nothing", async () => {
    function List() {
      const { data, isPending, isLoading, error } = usePosts();
      return <>{JSON.stringify([data ?? null, isPending, isLoading, error ?? null])}</>;
    }
    const { html, calls } = await render(<List />, {});
    expect([html, calls]).toEqual(["[null,true,false,null]", []]);
  });

  it("use data that the server has loaded, and select from it", async () => {
    const initialData: LoadedPosts = { posts: [], total: 7, hasMore: true };
    function Total() {
      return <>{usePosts({}, { initialData, select: ({ total }) => total }).data}</>;
    }
    const { html, calls } = await render(<Total />, {});
    expect([html, calls]).toEqual(["7", []]);
  });

  it("wait for the data with suspense", async () => {
    function List() {
      const { data } = useSuspensePosts({ limit: 1 });
      return (
        <p>
          {data.posts.map(({ title }) => title)} of {data.total}
        </p>
      );
    }
    const list = (
      <Suspense fallback="loading">
        <List />
      </Suspense>
    );
    const { html, calls } = await render(list, { posts: page });
    expect(html).toContain("Soup");
    expect(calls).toEqual(["token", "posts"]);
  });
});

describe("options for TanStack Query", () => {
  it("load once for equal options, and identify the reader of members' data", async () => {
    const { client, calls } = stubbed({ posts: page });
    const cache = new QueryClient({ defaultOptions: { queries: { staleTime: 1_000 } } });
    const [first, second] = await Promise.all([
      cache.fetchQuery(postsQuery(client, { limit: 1 })),
      cache.fetchQuery(postsQuery(client, { limit: 1 })),
    ]);
    expect(first.posts[0]!.title).toBe("Soup");
    expect(second).toBe(first);
    expect(calls.filter((name) => name === "posts")).toHaveLength(1);
    expect(cache.getQueryData(postsQuery(client, { limit: 1 }).queryKey)?.total).toBe(3);
    const key = collectionQuery(client, client.items.query("Bowls")).queryKey;
    expect(key.slice(0, 2)).toEqual(["visitor", "items"]);
  });

  it("are cleared when another person signs in, but not when the session is renewed", async () => {
    const cache = new QueryClient();
    const listeners = new Map<string, () => void>();
    const on = (event: string, listener: () => void) => {
      listeners.set(event, listener);
      return () => listeners.delete(event);
    };
    const stop = clearOnIdentityChange({ on } as never, cache);
    const fill = () => {
      cache.setQueryData(["site", "posts"], "posts");
      cache.setQueryData(["m1", "submissions"], "submissions");
    };
    const read = () => [cache.getQueryData(["site", "posts"]), cache.getQueryData(["m1", "submissions"])];
    fill();
    listeners.get("renewed")?.();
    expect(read()).toEqual(["posts", "submissions"]);
    listeners.get("signedIn")!();
    expect(read()).toEqual(["posts", undefined]);
    fill();
    listeners.get("signedOut")!();
    expect(read()).toEqual([undefined, undefined]);
    stop();
    expect(listeners.size).toBe(0);
  });
});

import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { Environment, PageMessage } from "@porchlight/client";
import type { ServerConfig } from "@porchlight/server";
import { createTestServer, type TestServer } from "@porchlight/server/testing";
import { afterAll } from "vitest";

/** The real server behind a real socket, on a database of its own. */
export async function startServer(config: Partial<ServerConfig> = {}): Promise<TestServer & { url: string }> {
  let answer: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 });
  const listener = serve({ fetch: (request) => answer(request), port: 0, hostname: "127.0.0.1" });
  await new Promise<void>((resolve) => (listener.listening ? resolve() : listener.once("listening", () => resolve())));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const server = await createTestServer({ publicUrl: url, ...config });
  answer = server.fetch;
  afterAll(() => new Promise<void>((resolve) => listener.close(() => resolve())));
  return { ...server, url };
}

/** A `fetch` that says which page it comes from, as a browser does. */
export function fetchFrom(origin: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    request.headers.set("origin", origin);
    return fetch(request);
  };
}

/**
 * A page of `origin` that can hold a hidden frame: the framed page is fetched, its frame-ancestors are obeyed, and its own
 * script is run with a parent that takes messages for `origin` alone.
 *
 * @param userAgent What the page's browser says of itself.
 */
export function pageOf(origin: string, userAgent = ""): Partial<Environment> {
  const listeners = new Set<(message: PageMessage) => void>();
  return {
    page: () => ({
      origin,
      openFrame(url, onLoad) {
        const source = {};
        const load = async () => {
          const answer = await fetch(url, { headers: { "user-agent": userAgent } });
          const ancestors = /frame-ancestors ([^;]+)/.exec(answer.headers.get("content-security-policy") ?? "")?.[1];
          const script = /<script nonce="[^"]+">([\s\S]*?)<\/script>/.exec(await answer.text())?.[1];
          if (ancestors !== origin || script === undefined) return onLoad();
          const parent = {
            postMessage(data: unknown, target: string) {
              if (target !== origin) return;
              for (const listener of listeners) listener({ data, origin: new URL(url).origin, source });
            },
          };
          new Function("window", "parent", script)({ parent }, parent);
          onLoad();
        };
        void load();
        return { source: () => source, remove: () => undefined };
      },
      onMessage(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
  };
}

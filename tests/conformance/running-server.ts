import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { Environment, PageMessage } from "@porchlight/client";
import type { ServerConfig } from "@porchlight/server";
import { createTestServer, type TestServer } from "@porchlight/server/testing";
import { afterAll } from "vitest";

/** A real server with a socket and its own database. */
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

/** A `fetch` that sends `Origin` like a browser. */
export function fetchFrom(origin: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init);
    request.headers.set("origin", origin);
    return fetch(request);
  };
}

/**
 * Simulates a page of `origin` with a hidden frame: fetches the framed page, enforces its frame-ancestors, and runs its
 * script with a parent that accepts messages for `origin` only.
 *
 * @param userAgent `User-Agent` of the browser.
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

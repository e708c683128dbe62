import { createEnvironment } from "../../environment.ts";
import { resolveHosts } from "../../http/hosts.ts";
import { createTransport } from "../../transport.ts";
import { collections, dataPermissions, items } from "../index.ts";

export interface SentCall {
  method: string;
  path: string;
  /** The request as a server parses it: the body, `.r`, or the parameters. */
  params: Record<string, unknown>;
}

/** Modules with a scripted sequence of responses; the last one repeats. For tests. */
export function itemsClient(...responses: { status?: number; body?: unknown }[]) {
  const sent: SentCall[] = [];
  const transport = createTransport({
    hosts: resolveHosts("https://api.example"),
    authorizer: { authorize: async () => "token", discard() {} },
    // Waits between retries elapse immediately, timeouts never.
    environment: createEnvironment({
      setTimeout: (run, delay) => (delay < 5_000 ? setTimeout(run, 0) : undefined),
    }),
    fetch: async (input, init = {}) => {
      const url = new URL(String(input));
      const r = url.searchParams.get(".r");
      const params =
        typeof init.body === "string"
          ? JSON.parse(init.body)
          : r
            ? JSON.parse(Buffer.from(r, "base64url").toString())
            : Object.fromEntries(url.searchParams);
      sent.push({ method: init.method ?? "GET", path: url.pathname, params });
      const { status = 200, body = {} } = responses[Math.min(sent.length, responses.length) - 1] ?? {};
      return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
    },
  });
  const client = {
    items: items(transport),
    collections: collections(transport),
    dataPermissions: dataPermissions(transport),
  };
  return { client, items: client.items, sent };
}

/** The error of a call, or undefined. */
export async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
}

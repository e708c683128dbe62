import { describe, expect, it, vi } from "vitest";
import { OAuthStrategy } from "../auth/strategies/oauth-strategy.ts";
import { createClient } from "../create-client.ts";
import type { CallOptions } from "../transport.ts";
import { lazyModule } from "./lazy-module.ts";

const greetings = () => ({ greet: async (name: string, _call?: CallOptions) => `Hello ${name}` });

function connect(load: () => Promise<typeof greetings>) {
  const modules = { greetings: lazyModule(load) };
  return createClient({ host: "https://api.example", auth: OAuthStrategy({ clientId: "app" }), modules });
}

describe("lazyModule", () => {
  it("loads with the first call, once for concurrent calls", async () => {
    const load = vi.fn(async () => greetings);
    const client = connect(load);
    expect(load).not.toHaveBeenCalled();
    const results = await Promise.all([client.greetings.greet("Ada"), client.greetings.greet("Bob")]);
    expect(results).toEqual(["Hello Ada", "Hello Bob"]);
    expect(load).toHaveBeenCalledOnce();
  });

  it("fails the call if loading fails and loads again for the next", async () => {
    const load = vi.fn(async () => greetings).mockRejectedValueOnce(new TypeError("no network"));
    const client = connect(load);
    const failed = client.greetings.greet("Ada");
    await expect(failed).rejects.toMatchObject({ kind: "network", cause: { message: "no network" } });
    await expect(client.greetings.greet("Ada")).resolves.toBe("Hello Ada");
  });

  it("does not delay an aborted call", async () => {
    const client = connect(() => new Promise(() => {}));
    const stop = new AbortController();
    const call = client.greetings.greet("Ada", { signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toMatchObject({ kind: "aborted" });
  });

  it("can be awaited as part of the client", async () => {
    const client = connect(async () => greetings);
    expect(await Promise.resolve(client.greetings)).toBeDefined();
  });
});

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

describe("a module that is fetched when it is needed", () => {
  it("is not fetched before, and once for calls that come together", async () => {
    const load = vi.fn(async () => greetings);
    const client = connect(load);
    expect(load).not.toHaveBeenCalled();
    const answers = await Promise.all([client.greetings.greet("Ada"), client.greetings.greet("Bob")]);
    expect(answers).toEqual(["Hello Ada", "Hello Bob"]);
    expect(load).toHaveBeenCalledOnce();
  });

  it("fails its call where it cannot be fetched, and is fetched anew for the next", async () => {
    const load = vi.fn(async () => greetings).mockRejectedValueOnce(new TypeError("no network"));
    const client = connect(load);
    const failed = client.greetings.greet("Ada");
    await expect(failed).rejects.toMatchObject({ kind: "network", cause: { message: "no network" } });
    await expect(client.greetings.greet("Ada")).resolves.toBe("Hello Ada");
  });

  it("does not keep a call that has been ended waiting for it", async () => {
    const client = connect(() => new Promise(() => {}));
    const stop = new AbortController();
    const call = client.greetings.greet("Ada", { signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toMatchObject({ kind: "aborted" });
  });

  it("can be awaited like the client that it is part of", async () => {
    const client = connect(async () => greetings);
    expect(await Promise.resolve(client.greetings)).toBeDefined();
  });
});

import { describe, expect, it } from "vitest";
import { createClient } from "../create-client.ts";
import { oauth } from "./oauth.ts";
import { ApiKeyStrategy } from "./strategies/api-key-strategy.ts";

/** A client of the module with recorded requests and a fixed response. */
function clientAnswered(body: object) {
  const sent: { body: string }[] = [];
  const client = createClient({
    host: "http://localhost",
    auth: ApiKeyStrategy({ apiKey: "KEY" }),
    modules: { oauth },
    fetch: async (_input, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return Response.json(body);
    },
  });
  return { client, sent };
}

describe("oauth", () => {
  it("sends bodies of any length", async () => {
    const { client, sent } = clientAnswered({ active: false });
    const body = Uint8Array.from({ length: 300_000 }, (_, index) => index % 256);
    expect(await client.oauth.tokenInfo({ method: "POST", body })).toEqual({ active: false });
    expect(Buffer.from(sent[0]?.body ?? "", "base64").equals(body)).toBe(true);
  });

  it("decodes the bytes of a response and leaves other values unchanged", async () => {
    const good = clientAnswered({ statusCode: 200, headers: [], body: "e30=" });
    expect((await good.client.oauth.token({})).body).toEqual(new TextEncoder().encode("{}"));
    for (const odd of ["no base64!", 5, null]) {
      const { client } = clientAnswered({ statusCode: 200, headers: [], body: odd });
      expect((await client.oauth.token({})).body).toBe(odd);
    }
  });
});

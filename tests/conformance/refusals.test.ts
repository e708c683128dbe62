import { readFileSync } from "node:fs";
import { createClient, isPorchlightError, OAuthStrategy } from "@porchlight/client";
import { filterModel, items, sortModel } from "@porchlight/client/data";
import { createApiKey } from "@porchlight/server/operations";
import { beforeAll, describe, expect, it } from "vitest";
import { type Loose, refusalCases } from "./refusal-cases.ts";
import { startServer } from "./running-server.ts";

/** Every code of the contract. Source: spec §8. */
const listed = [
  ...[1, 2, 4, 5, 6, 7, 8, 18, 19, 20, 21],
  ...Array.from({ length: 51 - 32 + 1 }, (_, index) => 32 + index),
  ...[53, 55],
  ...Array.from({ length: 70 - 56 + 1 }, (_, index) => 56 + index),
  ...[73, 80, 94, 109, 113, 114, 159, 165],
].map((number) => `WDE${`${number}`.padStart(4, "0")}`);

const server = await startServer({ rateLimits: false });
const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "Cases", role: "admin" });
const token = await server.visitorToken();

const send = (path: string, body: object, authorization = token) =>
  server.call("POST", `/wix-data/v2${path}`, { token: authorization, body: { dataCollectionId: "Books", ...body } });

beforeAll(async () => {
  const permissions = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" };
  const multiReference = { referencedCollectionId: "Authors" };
  const fields = [{ key: "authors", type: "MULTI_REFERENCE", typeMetadata: { multiReference } }];
  for (const collection of [
    { id: "Authors", permissions },
    { id: "Books", permissions, fields },
  ])
    expect((await send("/collections", { collection }, key)).status).toBe(200);
  expect((await send("/items", { dataItem: { id: "emma", data: { title: "Emma", pages: 474 } } })).status).toBe(200);
});

/** A client that counts its requests, with a canned response. */
function looseCalls(answer: unknown) {
  const sent: string[] = [];
  const client = createClient({
    host: "https://api.example",
    auth: OAuthStrategy({ clientId: "app" }),
    modules: { items },
    fetch: async (input) => {
      const { pathname } = new URL(String(input));
      if (pathname === "/oauth2/token")
        return Response.json({ access_token: "a", refresh_token: "r", expires_in: 14_400 });
      sent.push(pathname);
      return Response.json(answer);
    },
  });
  return { calls: client.items as unknown as Loose, sent };
}
const alone = { dataItems: [], pagingMetadata: { hasNext: false } };
const beside: Record<string, unknown> = {
  filterModel,
  sortModel,
  unreadableAnswer: () => looseCalls({ dataItems: "none" }).calls.query!("Books").find!(),
  nextOfLast: async () => ((await looseCalls(alone).calls.query!("Books").find!()) as Loose).next!(),
  prevOfFirst: async () => ((await looseCalls(alone).calls.query!("Books").find!()) as Loose).prev!(),
};

const clientCases = Object.entries(refusalCases).flatMap(([code, { client = [] }]) =>
  client.map((call, index) => [code, index, call] as const),
);
const wireCases = Object.entries(refusalCases).flatMap(([code, { wire = [] }]) =>
  wire.map(([path, body]) => [code, path, JSON.stringify(body).slice(0, 80), body] as const),
);

describe("error codes of the contract", () => {
  it("all have cases, or a reason why they are never used", () => {
    expect(listed.filter((code) => !(code in refusalCases))).toEqual([]);
    const without = Object.entries(refusalCases).filter(
      ([, { client = [], wire = [], nowhere }]) => client.length + wire.length > 0 === (nowhere !== undefined),
    );
    expect(without).toEqual([]);
  });

  it.each(clientCases)("include %s, thrown by the client before a request (%i)", async (code, _index, call) => {
    const { calls, sent } = looseCalls({});
    const loose = new Proxy({}, { get: (_, name: string) => beside[name] ?? calls[name] }) as Loose;
    const error = await (async () => call(loose))().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isPorchlightError(error), String(error)).toBe(true);
    const { message, code: errorCode } = error as { message: string; code: string };
    // Errors of pages have their own code; violations are reported line by line.
    expect([errorCode, message]).toEqual([
      errorCode === "WD_VALIDATION_ERROR" ? errorCode : code,
      expect.stringMatching(new RegExp(`^${code}: .`, "m")),
    ]);
    expect(sent).toEqual([]);
  });

  it.each(wireCases)("include %s, returned by the server for %s %s", async (code, path, _shown, body) => {
    const { status, body: answer } = await send(path, body);
    const { applicationError } = answer.details ?? {};
    expect([applicationError?.code, status]).toEqual([code, expect.toSatisfy((one) => one >= 400 && one < 500)]);
    expect(answer.message).toMatch(new RegExp(`^${code}: .`));
    expect(JSON.stringify(answer)).not.toMatch(/data_items|syntax error|pg_|jsonb|::text/);
  });

  it("are listed in docs/reference/data-error-codes.md with their origin", () => {
    const document = readFileSync(new URL("../../docs/reference/data-error-codes.md", import.meta.url), "utf8");
    const table = ["| code | when | returned by |", "|---|---|---|"];
    for (const [code, { when, client = [], wire = [], nowhere }] of Object.entries(refusalCases)) {
      const who = [client.length > 0 && "client", wire.length > 0 && "server"].filter(Boolean).join(", ");
      table.push(`| \`${code}\` | ${when} | ${nowhere === undefined ? who : `never: ${nowhere}`} |`);
    }
    expect(document).toContain(table.join("\n"));
  });
});

import { createApiKey, createMember } from "@porchlight/server/operations";
import { describe, expect, it } from "vitest";
import {
  brokenBodies,
  createDraw,
  type Draw,
  enlivened,
  fitting,
  type Living,
  type Schema,
  spoiled,
  toJson,
} from "./fuzz.ts";
import { startServer } from "./running-server.ts";

/** Without rate limits, which have their own tests. */
const server = await startServer({ rateLimits: false });
const owner = { kind: "owner" } as const;
const password = "a long walk by the sea";
const { key } = await createApiKey(server.context, owner, { name: "Fuzz", role: "admin" });
const visitor = await server.visitorToken();
const clientId = server.clientId;

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema; example?: object } } };
}

interface Api {
  paths: Record<string, Record<string, Operation>>;
}

/** All endpoints of the identity areas, including new ones. */
const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as Api;
const operations = Object.entries(paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
  .filter(({ tags: [area] }) => !["blog", "media", "data", "forms"].includes(area!));

type Named = (typeof operations)[number];

const post = async (path: string, body: object, token: string) =>
  (await server.call("POST", path, { token, body })).body;

let accounts = 0;

/** A member with an entity of each kind for requests. */
async function newAccount() {
  const email = `fuzz-${++accounts}@example.com`;
  const { id } = await createMember(server.context, owner, { email, password });
  const other = await server.signIn();
  const member = await server.signIn();
  const pending = { loginId: { email: `new-${email}` }, password };
  const { stateToken } = await post("/_api/iam/authentication/v2/register", pending, visitor);
  const { sessionToken } = await post(
    "/_api/iam/authentication/v2/login",
    { loginId: { email }, password, clientMetaData: {} },
    visitor,
  );
  const { factor } = await post("/_api/porchlight/v1/auth/factors", { type: "EMAIL" }, member.access_token);
  const { webauthn } = await post("/_api/porchlight/v1/auth/passkey/options", {}, visitor);
  const ids = [id, member.memberId, other.memberId];
  const living: Living = {
    email: [email, `new-${email}`, `other-${email}`],
    password: [password],
    newPassword: ["a lamp in every window"],
    currentPassword: [password],
    stateToken: [stateToken],
    sessionToken: [sessionToken],
    session_token: [sessionToken],
    clientId: [clientId],
    identityId: ids,
    memberId: ids,
    member_id: ids,
    id: ids,
    factorId: [factor?.id ?? id],
    factorType: ["TOTP", "EMAIL", "SMS", "CALL", "PUSH", "WEBAUTHN", "PASSWORD", "RECOVERY_CODE"],
    phoneNumber: ["+442079460000"],
    refreshToken: [member.refresh_token],
    token: [member.access_token, visitor],
    challengeId: [webauthn?.challengeId ?? id],
    credential: [JSON.stringify({ id: "AA", rawId: "AA", type: "public-key", response: {} }), "{}", "[]", "null"],
    language: ["en", "de"],
    url: [`${server.origin}/callback`],
    redirectUri: [`${server.origin}/callback`],
    postFlowUrl: [`${server.origin}/bye`],
    postLogoutRedirectUri: [`${server.origin}/bye`],
    codeChallenge: ["x".repeat(43)],
    codeVerifier: ["v".repeat(43)],
    country: ["GB"],
  };
  const callers = [undefined, visitor, member.access_token, member.access_token, `${visitor},${key}`, key];
  return { living, callers };
}

type Account = Awaited<ReturnType<typeof newAccount>>;

/** Characters. The HTTP parser rejects longer URLs. */
const maxUrlValueLength = 1_000;

interface Sent {
  url: string;
  init: { method: string; headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> };
}

function makeRequest({ method, path, parameters = [], requestBody }: Named, account: Account, draw: Draw): Sent {
  const isSpoiled = () => draw.chance() < 0.4;
  const textOf = ({ name, schema }: { name: string; schema: Schema }) => {
    const fits = fitting(schema, draw, account.living, name);
    const value = isSpoiled() ? spoiled(fits, draw) : fits;
    const text = typeof value === "string" ? value : toJson(value);
    return encodeURIComponent(text.slice(0, maxUrlValueLength).toWellFormed());
  };
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? { type: "string" };
    return textOf({ name, schema });
  });
  const query = parameters
    .filter((parameter) => parameter.in === "query" && (parameter.required || draw.chance() < 0.6))
    .map((parameter) => `${parameter.name}=${textOf(parameter)}`);
  if (draw.chance() < 0.1)
    query.push(draw.of(["a=%ff", "__proto__=1", ".r=e30", ".r=W10", ".r=%", "a=1&a=2", "&&=", "%00"]));
  const authorization = draw.of(account.callers);
  const headers: Record<string, string> = { origin: server.origin, "wix-site-id": server.context.site.id };
  if (authorization !== undefined) headers["authorization"] = authorization;
  const url = `${server.url}${filledPath}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  if (method === "GET" || method === "DELETE") return { url, init: { method, headers } };
  headers["content-type"] = "application/json";
  const { schema, example } = requestBody?.content["application/json"] ?? {
    schema: { type: "object", properties: {} },
  };
  let body =
    example && draw.chance() < 0.4 ? enlivened(example, draw, account.living) : fitting(schema, draw, account.living);
  for (let times = draw.below(3); times > 0; times--) body = spoiled(body, draw);
  return { url, init: { method, headers, body: toJson(body) } };
}

/** Internals that no response may contain. */
const insides = /node_modules|\.ts:\d|at \w+ \(|\bselect\b.+\bfrom\b|violates|syntax error|postgres|kysely|zod/i;

async function send({ operationId }: Named, { url, init }: Sent): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url, { ...init, redirect: "manual" } as RequestInit);
  const text = await answer.text();
  const took = performance.now() - startedAt;
  const summary = [
    operationId,
    init.method,
    url.slice(0, 300),
    String(init.body).slice(0, 600),
    answer.status,
    text.slice(0, 600),
  ].join("\n");
  expect(answer.status, summary).toBeLessThan(500);
  expect(took, summary).toBeLessThan(2_000);
  expect(answer.headers.get("x-wix-request-id"), summary).toMatch(/^[\w-]{36}$/);
  expect(answer.headers.get("content-type"), summary).toBe("application/json; charset=utf-8");
  const body = JSON.parse(text) as unknown;
  expect(body, summary).toBeTypeOf("object");
  if (answer.status === 200) return 200;
  expect(text, summary).not.toMatch(insides);
  expect(answer.headers.get("cache-control"), summary).toBe("no-store");
  const anyText = expect.stringMatching(/./);
  const isOAuth = operationId === "token" && !(body as { details?: object }).details;
  if (isOAuth) {
    expect(body, summary).toEqual({ error: anyText, error_description: anyText, message: anyText });
    return answer.status;
  }
  const { details, ...rest } = body as { details?: Record<string, { fieldViolations?: unknown[] }> };
  expect(rest, summary).toEqual({ message: anyText });
  const [[kind, error] = []] = Object.entries(details ?? {});
  if (kind === "applicationError") {
    expect(error, summary).toEqual({ code: anyText, description: anyText, data: expect.any(Object) });
    return answer.status;
  }
  expect([kind, operationId === "login"], summary).toEqual(["validationError", false]);
  expect(error?.fieldViolations?.length, summary).toBeGreaterThan(0);
  for (const violation of error?.fieldViolations ?? [])
    expect(violation, summary).toMatchObject({
      field: anyText,
      description: anyText,
      violatedRule: expect.stringMatching(/^[A-Z_]+$/),
      data: expect.any(Object),
    });
  return answer.status;
}

const numbered = operations.map((operation, index) => ({ ...operation, index }));

describe("random requests receive responses in the envelope and in time", () => {
  it.each(numbered)("$method $path", async ({ index, ...operation }) => {
    const { requestBody } = operation;
    const draw = createDraw(index + 1);
    const rounds = requestBody ? 2 : 1;
    // Some requests remove their own data.
    for (let round = 0; round < rounds; round++) {
      const account = await newAccount();
      for (let number = 0; number < 20; number++) await send(operation, makeRequest(operation, account, draw));
    }
  });
});

describe("invalid bodies receive responses in the envelope", () => {
  it.each(numbered.filter(({ requestBody }) => requestBody))("$method $path", async ({ index, ...operation }) => {
    const { url, init } = makeRequest(operation, await newAccount(), createDraw(index + 1));
    // A query without required properties accepts an empty body and unknown properties.
    const { required = [] } = operation.requestBody!.content["application/json"].schema;
    const withoutBody = required.length === 0 ? [200] : [];
    // API keys do not manage staff.
    const forbidden = operation.tags[0] === "staff" ? [403] : [];
    for (const body of brokenBodies) {
      const headers = { ...init.headers, authorization: `${visitor},${key}` };
      const status = await send(operation, { url, init: { ...init, headers, body } });
      expect([400, 401, 404, 413, ...withoutBody, ...forbidden], String(body).slice(0, 100)).toContain(status);
    }
  });
});

it("covers every area of identity", () => {
  expect(new Set(operations.map(({ tags: [area] }) => area))).toEqual(
    new Set(["auth", "redirects", "members", "staff"]),
  );
  expect(operations.length).toBeGreaterThan(45);
});

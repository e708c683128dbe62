import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, inject, onTestFinished, TestRunner, vi } from "vitest";
import { createTokenResponse, openSession } from "../src/auth/tokens/issue-tokens.ts";
import { insertMember } from "../src/members/members-store.ts";
import { newId } from "../src/platform/db/ids.ts";
import type { RequestOrigin } from "../src/platform/http/serve.ts";
import { createServer, type Server } from "../src/server.ts";
import type { ServerConfig, SiteServer } from "../src/sites/app-context.ts";
import { createSite } from "../src/sites/manage-sites.ts";
import { createTestDatabase, dropTestDatabase } from "./embedded-engine.ts";

/** A complete server on a separate database. */
export interface TestServer extends Omit<Server, "fetch"> {
  /** Default origin: a new IP address for each request. */
  fetch(request: Request, origin?: RequestOrigin): Promise<Response>;
  /** The default app of requests. */
  clientId: string;
  /** Origin of that app's pages. */
  origin: string;
  /** Advances the server's clock. */
  advance(milliseconds: number): void;
  /** Sends a JSON request with `token` as its Authorization. Default of `from`: a new IP address for each request. */
  call(
    method: string,
    path: string,
    options?: { body?: unknown; token?: string | undefined; headers?: Record<string, string>; from?: string },
  ): Promise<TestResponse>;
  /** A new visitor's access token. */
  visitorToken(): Promise<string>;
  /** Creates a signed-in member without a password. */
  signIn(): Promise<{ memberId: string; access_token: string; refresh_token: string }>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back and asserts what it finds
  body: any;
}

const publicUrl = "http://localhost:4000";

/** Starts a server for this test file, and removes it with its database after the last test. */
export async function createTestServer(config: Partial<ServerConfig> = {}): Promise<TestServer> {
  const engine = inject("engine");
  const database = await createTestDatabase(engine, inject("template"));
  const mediaDir = join(tmpdir(), `porchlight-media-${randomUUID()}`);
  let offset = 0;
  const server = await createServer({
    connection: database.connection,
    secretKey: Buffer.alloc(32, 7),
    publicUrl,
    siteUrl: publicUrl,
    mailFrom: "Porchlight <porchlight@localhost>",
    mediaDir,
    backupDir: `${mediaDir}-backups`,
    production: false,
    logger: pino({ level: "silent" }),
    // The least that argon2 allows.
    passwordHashing: { memoryCost: 8, timeCost: 1 },
    now: () => new Date(Date.now() + offset),
    ...config,
  });
  const isInTest = TestRunner.getCurrentTest() !== undefined;
  // Within a test, `afterAll` has no effect: the server would hold its connections until the end of the run.
  (isInTest ? onTestFinished : afterAll)(async () => {
    await server.close();
    await dropTestDatabase(engine, database);
    for (const folder of [mediaDir, `${mediaDir}-backups`]) await rm(folder, { recursive: true, force: true });
  });

  return {
    ...server,
    ...(await createTestCalls(server)),
    advance: (milliseconds) => {
      offset += milliseconds;
    },
  };
}

/** Creates another site in the installation of `server`. */
export async function createTestSite(server: TestServer, name: string, url: string): Promise<TestServer> {
  const { id } = await createSite(server.context, { kind: "owner" }, { name, url });
  const find = async () => {
    const found = await server.findSite(new URL(url).host);
    return typeof found === "object" && found.context.site.id === id && found;
  };
  const site = await vi.waitUntil(find, { timeout: 10_000 });
  return { ...server, ...site, ...(await createTestCalls(site)) };
}

type Calls = Pick<TestServer, "fetch" | "clientId" | "origin" | "call" | "signIn" | "visitorToken">;

/** Creates an app, and the functions that call the site. */
export async function createTestCalls(server: SiteServer): Promise<Calls> {
  const origin = "http://site.localhost:5000";
  const clientId = newId();
  await server.context.db
    .insertInto("apps")
    .values({
      site_id: server.context.site.id,
      id: clientId,
      name: "Tests",
      redirect_uris: [`${origin}/callback`],
      origins: [origin],
      refresh_tokens: "rotate",
    })
    .execute();

  let addresses = 0;
  const newAddress = () => {
    addresses++;
    return `10.${addresses >> 16}.${(addresses >> 8) & 0xff}.${addresses & 0xff}`;
  };
  const fetch: TestServer["fetch"] = (request, origin = { clientAddress: newAddress() }) =>
    server.fetch(request, origin);
  const call: TestServer["call"] = async (method, path, { body, token, headers, from } = {}) => {
    const response = await fetch(
      new Request(new URL(path, server.context.config.publicUrl), {
        method,
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : { authorization: token }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }),
      from === undefined ? undefined : { clientAddress: from },
    );
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

  const signedIn: TestServer["signIn"] = async () => {
    const { db, site, now } = server.context;
    const memberId = newId();
    const email = `${memberId}@example.com`;
    const account = { email, emailKey: email, emailVerified: true, status: "ACTIVE", slug: memberId } as const;
    const more = { passwordHash: null, pendingReasons: [], profile: {}, at: now() };
    await insertMember(db, { siteId: site.id, id: memberId, ...account, ...more });
    const session = { appId: clientId, role: "member", subjectId: memberId } as const;
    const { claims, refreshToken } = await openSession(db, server.context, session);
    const { access_token, refresh_token } = await createTokenResponse(server.context, claims, refreshToken);
    return { memberId, access_token, refresh_token };
  };

  return {
    fetch,
    clientId,
    origin,
    call,
    signIn: signedIn,
    visitorToken: async () =>
      (await call("POST", "/oauth2/token", { body: { grantType: "anonymous", clientId } })).body.access_token,
  };
}

import { createHash, createHmac, generateKeyPairSync, randomBytes, randomUUID, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hash, verify } from "@node-rs/argon2";
import pg from "pg";
import { bareRenewal, stubPost } from "./bare-answers.ts";
import type { BareServerOptions } from "./product.ts";

/**
 * The baseline of the product, in its own process: `node:http` and `pg` with one prepared query per response. It has no
 * routing, token checks, validation, or optional headers.
 */
const { connection, siteId, statements = {} } = JSON.parse(process.env.BARE_SERVER ?? "{}") as BareServerOptions;
/** The product's number of connections. */
const pool = new pg.Pool({ ...connection, max: 10 });

const expectedHash = hash("correct horse battery staple", {
  algorithm: 2,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
});
const { privateKey } = generateKeyPairSync("ed25519");
const successorKey = randomBytes(32);

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const [, name = ""] = /^\/sql\/(\w+)$/.exec(pathname) ?? [];
  const statement = statements[name];
  if (statement) return send(response, await read(name, statement, JSON.parse(await readBody(request))));
  switch (pathname) {
    case "/renew":
      return send(response, await renew(JSON.parse(await readBody(request)).refreshToken));
    case "/argon2id":
      return send(response, await checkPassword(JSON.parse(await readBody(request)).password));
    default:
      // Everything else is a call of the client, to the contract's own address.
      return send(response, stubPost);
  }
}

function send(response: ServerResponse, body: string): void {
  response
    .writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(body) })
    .end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function read(name: string, text: string, values: unknown[]): Promise<string> {
  const { rows } = await pool.query<{ body: string }>({ name, text, values });
  return rows[0]!.body;
}

/** Renews and rotates with one statement: the same rows are written, and the same token is signed. */
async function renew(refreshToken: string): Promise<string> {
  const successor = createHmac("sha256", successorKey).update(refreshToken).digest("base64url");
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const { rows } = await pool.query<{ session_id: string; subject_id: string; app_id: string }>({
    name: "renewal",
    text: bareRenewal,
    values: [siteId, digest(refreshToken), digest(successor)],
  });
  const { session_id, subject_id, app_id } = rows[0]!;
  const at = Math.floor(Date.now() / 1000);
  const claims = { sub: subject_id, sid: session_id, client: app_id, iat: at, exp: at + 3600, jti: randomUUID() };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const unsigned = `${encode({ alg: "EdDSA" })}.${encode(claims)}`;
  const signature = sign(null, Buffer.from(unsigned), privateKey).toString("base64url");
  return JSON.stringify({
    access_token: `${unsigned}.${signature}`,
    token_type: "Bearer",
    expires_in: 3600,
    refresh_token: successor,
  });
}

/** Checks a password like the product, in the threads of the process's pool. */
async function checkPassword(password: string): Promise<string> {
  return JSON.stringify({ matches: await verify(await expectedHash, password) });
}

process.on("SIGTERM", () => process.exit(0));
process.on("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});

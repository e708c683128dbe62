import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { createSignInSteps, goodPassword } from "../../../test/auth/sign-in-steps.ts";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createMember } from "../../members/administration/create-member.ts";
import { createServer } from "../../server.ts";
import { createApiKey } from "../api-keys.ts";

const server = await createTestServer();
const other = await createServer(server.context.config);
afterAll(() => other.close());
const steps = await createSignInSteps(server);
const { context } = server;
const visitor = await server.visitorToken();
const { key } = await createApiKey(context, { kind: "owner" }, { name: "Tests", role: "admin" });

let sent = 0;
/** Alternates between the nodes; each request has its own IP. */
async function send([method, path, body, token]: Request): Promise<number> {
  sent += 1;
  const node = sent % 2 === 0 ? server : other;
  const response = await node.fetch(
    new Request(new URL(path, context.config.publicUrl), {
      method,
      headers: { authorization: token, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    }),
    { clientAddress: `10.99.${sent >> 8}.${sent & 0xff}` },
  );
  await response.text();
  return response.status;
}
type Request = [method: string, path: string, body: object | undefined, token: string];

const own = "/_api/porchlight/v1";
/** Requests of members, the owner and attackers, in a different order each time. */
function requestsAbout(id: string, email: string, tokens: string[], turn: number): Request[] {
  const iam = "/_api/iam/authentication/v2";
  const [one = "", two = ""] = tokens;
  const contact = { firstName: `Ada ${turn}`, phones: ["+442079460000"] };
  const photo = (shade: number) => ({ photo: greyPng(4, 4, shade).toString("base64") });
  const requests: Request[] = [
    ...[one, two, one, two].map((token, shade): Request => ["PUT", `${own}/members/my/photo`, photo(shade), token]),
    ["DELETE", `${own}/members/my/photo`, undefined, two],
    ["PATCH", `/members/v1/members/${id}`, { member: { contact } }, one],
    ["PATCH", `${own}/members/my/details`, { details: { privacyStatus: "PUBLIC" } }, two],
    ["DELETE", `/members/v1/members/${id}/phones`, undefined, one],
    ["POST", `${own}/auth/email-change`, { email: `new-${email}` }, one],
    ["POST", `${own}/auth/email-change/confirm`, { code: "000000" }, two],
    ["DELETE", `${own}/auth/email-change`, undefined, one],
    ["POST", `${iam}/change-password`, { newPassword: `a lamp in window ${turn}` }, two],
    ["POST", `${iam}/login`, { loginId: { email }, password: goodPassword }, visitor],
    ["POST", `${iam}/login`, { loginId: { email }, password: "not this one" }, visitor],
    ["POST", "/_api/iam/recovery/v1/send-email", { email }, visitor],
    ["POST", `${iam}/sign-on`, { loginId: { email }, profile: { company: "Inn" }, mergeExistingContact: true }, key],
    ["GET", `${own}/auth/security-events`, undefined, one],
    ["GET", "/members/v1/members/my?fieldsets=FULL", undefined, two],
  ];
  const ends: Request[] = [
    ["POST", `/members/v1/members/${id}/block`, {}, key],
    ["DELETE", "/members/v1/members/my", undefined, one],
    ["DELETE", `/members/v1/members/${id}`, undefined, key],
  ];
  // Each way to end an account runs alone once, and together in the other rounds.
  const all = [...requests, ...(turn < ends.length ? ends.slice(turn, turn + 1) : ends)];
  const from = (turn * 7) % all.length;
  return [...all.slice(from), ...all.slice(0, from)];
}

describe("concurrent account operations on two nodes", () => {
  it.each(Array.from({ length: 6 }, (_, turn) => turn))(
    "never cause a server error or leave a file: round %i",
    async (turn) => {
      const email = `at-once-${turn}@example.com`;
      const { id } = await createMember(context, { kind: "owner" }, { email, password: goodPassword });
      const signIn = async () => (await steps.memberTokens((await steps.login(email)).body.sessionToken)).access_token;
      const tokens = [await signIn(), await signIn()];
      const requests = requestsAbout(id, email, tokens, turn);
      const statuses = await Promise.all(requests.map(send));
      const failed = requests.flatMap(([method, path], at) =>
        statuses[at]! >= 500 ? [[method, path, statuses[at]]] : [],
      );
      expect(failed).toEqual([]);

      await sql`update pgboss.job set start_after = now() where state in ('created', 'retry') and name <> 'cleanup'`.execute(
        context.db,
      );
      await expect
        .poll(async () => (await sql`select kind from outbox where done_at is null`.execute(context.db)).rows, {
          timeout: 5_000,
        })
        .toEqual([]);
      const rows = await context.db.selectFrom("members").select(["id", "status", "photo", "profile"]).execute();
      const files = await readdir(context.config.mediaDir).catch(() => []);
      expect(files.sort()).toEqual(rows.flatMap(({ photo }) => photo?.id ?? []).sort());
      const row = rows.find((member) => member.id === id);
      // A successful response means that the change was made.
      const done = requests.filter((_, at) => statuses[at] === 200).map(([method, path]) => `${method} ${path}`);
      const isDeleted = ["my", id].some((who) => done.includes(`DELETE /members/v1/members/${who}`));
      const isBlocked = done.includes(`POST /members/v1/members/${id}/block`);
      expect(row?.status).toBe(isDeleted ? "DELETED" : isBlocked ? "BLOCKED" : "ACTIVE");
      if (isDeleted) expect([row?.photo, row?.profile]).toEqual([null, {}]);
    },
  );
});

import type { IdentityProfile } from "@porchlight/contract/auth/identity/identity";
import type { Member } from "@porchlight/contract/members/member";
import { describe, expect, it } from "vitest";
import { createApiKey } from "../../packages/server/src/auth/api-keys.ts";
import { createMember } from "../../packages/server/src/members/administration/create-member.ts";
import { createSignInSteps, goodPassword } from "../../packages/server/test/auth/sign-in-steps.ts";
import { createTestServer } from "../../packages/server/test/test-server.ts";
import { expectRecordedShape } from "./recorded-shape.ts";
import { exchangesOf, type FixtureFile, readRecordings } from "./recording.ts";

/** The server's half of the recordings of members; see `server.test.ts`. */
const email = "a@b.co";

const server = await createTestServer();
const steps = await createSignInSteps(server);

function recorded(file: FixtureFile, name: string) {
  const recording = readRecordings(file).find((candidate) => candidate.name === name);
  const [exchange] = recording ? exchangesOf(recording) : [];
  if (!exchange) throw new Error(`There is no recording "${name}" in ${file}.`);
  return exchange;
}

const { identityProfile: profile } = (
  recorded("verification", "verifyDuringAuthentication").cannedResponse.body as {
    identity: { identityProfile: IdentityProfile };
  }
).identity;
const { id } = await createMember(server.context, { kind: "owner" }, { email, password: goodPassword, profile });
const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);

const { key } = await createApiKey(server.context, { kind: "owner" }, { name: "admin", role: "admin" });

/** Pictures and titles of members come with the profile editor; custom fields have keys of the site's own. */
const storedMembers = { profile: ["nickname", "slug"], customFields: [] };

describe("recordings of members, server half", () => {
  it("getCurrentMember", async () => {
    const { request, cannedResponse } = recorded("members", "getCurrentMember");
    const answer = await server.call(request.method, `${request.path}?${request.query}`, { token });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, cannedResponse.body, storedMembers);
  });

  it("getCurrentMember no args, visitor", async () => {
    const { request, cannedResponse } = recorded("members", "getCurrentMember no args, visitor");
    const answer = await server.call(request.method, request.path, { token: await server.visitorToken() });
    expect(answer.body).toEqual(cannedResponse.body);
  });

  it("updateMember", async () => {
    const { request, cannedResponse } = recorded("members", "updateMember");
    const path = request.path.replace(/[^/]+$/, id);
    const answer = await server.call(request.method, path, { token, body: request.body });
    expect(answer.status).toBe(200);
    expectRecordedShape(
      answer.body,
      { member: { ...(cannedResponse.body as { member: object }).member, contact: {} } },
      storedMembers,
    );
    expect(answer.body.member).toMatchObject({
      loginEmail: email,
      profile: { nickname: "n" },
      contact: { firstName: "A", addresses: [{ addressLine: "x" }] },
    });
  });

  it("getMember", async () => {
    const { request } = recorded("members", "getMember");
    const path = request.path.replace(/[^/]+$/, id);
    const answer = await server.call(request.method, `${path}?${request.query}`, { token });
    expect(answer.status).toBe(200);
    expect(answer.body.member).toMatchObject({ id, profile: { nickname: "n" }, privacyStatus: "UNKNOWN" });
  });

  it.each(["deleteMemberPhones", "deleteMemberEmails", "deleteMemberAddresses"])("%s", async (name) => {
    const { request } = recorded("members", name);
    const path = request.path.replace(/[^/]+(?=\/[a-z]+$)/, id);
    const answer = await server.call(request.method, `${path}?${request.query}`, { token });
    expect([answer.status, answer.body.member.id]).toEqual([200, id]);
  });

  it.each([
    ["blockMember", "BLOCKED"],
    ["disconnectMember", "OFFLINE"],
    ["deleteMember", undefined],
  ])("%s", async (name, status) => {
    const { request, cannedResponse } = recorded("members", name);
    const other = await createMember(
      server.context,
      { kind: "owner" },
      { email: `${name}@example.com`, password: goodPassword },
    );
    const path = request.path.replace("11111111-1111-4111-8111-111111111111", other.id);
    const answer = await server.call(request.method, `${path}?${request.query}`, {
      token: key,
      ...(request.method === "POST" ? { body: { id: other.id } } : {}),
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(status ? { member: { id: other.id, status } } : cannedResponse.body);
  });

  it.each(["approveMember", "muteMember", "unmuteMember"])("%s", async (name) => {
    const { request, cannedResponse } = recorded("members", name);
    const path = request.path.replace("11111111-1111-4111-8111-111111111111", id);
    const answer = await server.call(request.method, path, { token: key, body: request.body });
    expect(answer.status).toBe(200);
    expectRecordedShape(answer.body, cannedResponse.body);
    expect(answer.body.member.id).toBe(id);
  });

  it("createMember", async () => {
    const { request, cannedResponse } = recorded("members", "createMember");
    const answer = await server.call(request.method, request.path, { token: key, body: request.body });
    expect(answer.status).toBe(200);
    const { lastLoginDate: _none, contact: _partial, ...member } = (cannedResponse.body as { member: Member }).member;
    expectRecordedShape(answer.body, { member }, storedMembers);
    expect(answer.body.member).toMatchObject({ loginEmail: "x@y.z", contact: { firstName: "A" } });
  });

  it.each([
    ["listMembers", 1],
    ["listMembers simple args", 4],
    ["queryMembers", 0],
  ])("%s", async (name, found) => {
    const { request, cannedResponse } = recorded("members", name);
    const { method, path, query } = request;
    const body = request.body as object | undefined;
    const answer = await server.call(method, query ? `${path}?${query}` : path, { token: key, ...(body && { body }) });
    expect(answer.status).toBe(200);
    const { members: _withoutSignIns, ...metadata } = cannedResponse.body as { members: unknown };
    expectRecordedShape(answer.body, metadata);
    expect(answer.body.members).toHaveLength(found);
  });

  it.each(["updateCurrentMemberSlug", "joinCommunity", "leaveCommunity"])("%s", async (name) => {
    const { request, cannedResponse } = recorded("members", name);
    const answer = await server.call(request.method, request.path, { token, body: request.body });
    expect(answer.status).toBe(200);
    const { contact: _full, ...member } = (cannedResponse.body as { member: Member }).member;
    expectRecordedShape(answer.body, { member }, storedMembers);
    expect(answer.body.member.privacyStatus).toBe(name === "joinCommunity" ? "PUBLIC" : "PRIVATE");
    if (name === "updateCurrentMemberSlug") expect(answer.body.member.profile.slug).toBe("ada");
  });

  it("deleteMyMember without a new owner of the content", async () => {
    const { request, cannedResponse } = recorded("members", "deleteMyMember");
    const refused = await server.call(request.method, `${request.path}?${request.query}`, { token });
    expect(refused.status).toBe(400);
    const answer = await server.call(request.method, request.path, { token });
    expect([answer.status, answer.body]).toEqual([200, cannedResponse.body]);
  });
});

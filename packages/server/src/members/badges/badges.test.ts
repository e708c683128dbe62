import { describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { createApiKey } from "../../auth/api-keys.ts";
import { newId } from "../../platform/db/ids.ts";

const server = await createTestServer();
const owner = { kind: "owner" } as const;
const { key: admin } = await createApiKey(server.context, owner, { name: "admin", role: "admin" });
const { key: editor } = await createApiKey(server.context, owner, { name: "editor", role: "editor" });
const visitor = await server.visitorToken();
const path = "/members/v3/badges";
const send = (method: string, url: string, token: string, body?: object) => server.call(method, url, { token, body });
const codeOf = ({ body }: { body: { details: { applicationError?: { code: string } } } }) =>
  body.details.applicationError?.code;

async function join(isPublic = true) {
  const { memberId: id, access_token: token } = await server.signIn();
  if (isPublic) await send("POST", "/members/v1/members/join-community", token, {});
  return { id, token };
}
const create = async (badge: object) => (await send("POST", path, admin, { badge })).body.badge;
const titles = async () => (await send("GET", path, visitor)).body.badges.map(({ title }: { title: string }) => title);

describe("badges", () => {
  it("are created, updated, ordered and deleted by administrators, and read by everyone", async () => {
    const board = await create({ title: " The Board ", backgroundColor: "#00ff00", icon: "https://example.com/a.svg" });
    expect(board).toMatchObject({
      title: "The Board",
      slug: "The-Board",
      backgroundColor: "#00FF00",
      textColor: "#FFFFFF",
      permissionsEnabled: false,
    });
    const guide = await create({ title: "Guide", description: "Leads walks" });
    expect(await titles()).toEqual(["The Board", "Guide"]);
    const list = (await send("GET", `${path}?paging.limit=1&paging.offset=1`, visitor)).body;
    expect(list).toEqual({ badges: [guide], metadata: { count: 1, offset: 1, total: 2, tooManyToCount: false } });
    const reordered = await send("PATCH", `${path}/order`, admin, { badgeIds: [guide.id] });
    expect(reordered.body.badges.map(({ id }: { id: string }) => id)).toEqual([guide.id, board.id]);
    const change = { badge: { title: "Walk guide", description: null, id: "x" } };
    const changed = (await send("PATCH", `${path}/${guide.id}`, admin, change)).body.badge;
    expect(changed).toMatchObject({ title: "Walk guide", backgroundColor: "#796EFF" });
    expect(changed).not.toHaveProperty("description");
    expect((await send("GET", `${path}/${guide.id}`, visitor)).body.badge).toEqual(changed);
    expect((await send("DELETE", `${path}/${board.id}`, admin)).body).toEqual({});
    expect(codeOf(await send("GET", `${path}/${board.id}`, visitor))).toBe("BADGE_NOT_FOUND");
    const star = await create({ title: "★" });
    expect(star.slug).toBe("badge");
    for (const { id } of [guide, star]) await send("DELETE", `${path}/${id}`, admin);
  });

  it("are assigned to members, removed, and counted", async () => {
    const [ann, bob] = [await join(), await join()];
    const [first, second] = [await create({ title: "First" }), await create({ title: "Second" })];
    const give = (badgeId: string, ...memberIds: string[]) =>
      send("POST", `${path}/${badgeId}/members`, admin, { memberIds });
    expect((await give(first.id, ann.id, newId())).body).toEqual({ memberIds: [ann.id] });
    await give(second.id, bob.id.toUpperCase(), ann.id, ann.id);
    await give(second.id, ann.id);
    const badgesOf = async (token: string) =>
      new Map(
        (await send("POST", `${path}/members`, token, { memberIds: [ann.id, bob.id] })).body.memberBadgeIds.map(
          (row: { memberId: string; badgeIds: string[] }) => [row.memberId, row.badgeIds],
        ),
      );
    expect(await badgesOf(visitor)).toEqual(
      new Map([
        [ann.id, [first.id, second.id]],
        [bob.id, [second.id]],
      ]),
    );
    const members = async () => (await send("GET", `${path}/${second.id}/members`, visitor)).body;
    expect(await members()).toMatchObject({
      memberIds: expect.arrayContaining([ann.id, bob.id]),
      metadata: { total: 2 },
    });
    expect((await send("GET", `${path}/members/count`, visitor)).body.badgeMemberCounts).toEqual([
      { badgeId: first.id, memberCount: 1 },
      { badgeId: second.id, memberCount: 2 },
    ]);
    await send("DELETE", `${path}/${second.id}/members?memberIds=${ann.id}`, admin);
    expect((await members()).memberIds).toEqual([bob.id]);
    await send("DELETE", `/members/v1/members/${bob.id}`, admin);
    expect((await members()).memberIds).toEqual([]);
    for (const { id } of [first, second]) await send("DELETE", `${path}/${id}`, admin);
    expect(await badgesOf(visitor)).toEqual(new Map([[ann.id, []]]));
  });

  it("do not reveal members whom the caller may not see", async () => {
    const hidden = await join(false);
    const badge = await create({ title: "Secret" });
    await send("POST", `${path}/${badge.id}/members`, admin, { memberIds: [hidden.id] });
    const read = async (token: string) => [
      (await send("GET", `${path}/${badge.id}/members`, token)).body.metadata.total,
      (await send("POST", `${path}/members`, token, { memberIds: [hidden.id] })).body.memberBadgeIds.length,
      (await send("GET", `${path}/members/count`, token)).body.badgeMemberCounts[0].memberCount,
    ];
    for (const token of [visitor, (await join()).token]) expect(await read(token)).toEqual([0, 0, 0]);
    expect(await read(admin)).toEqual([1, 1, 1]);
    await send("DELETE", `${path}/${badge.id}`, admin);
  });

  it("are changed by API keys of role admin only", async () => {
    const badge = await create({ title: "A" });
    const { id, token: member } = await join();
    for (const token of [visitor, member, editor])
      for (const [method, url, body] of [
        ["POST", path, { badge: { title: "B" } }],
        ["PATCH", `${path}/${badge.id}`, { badge: { title: "B" } }],
        ["PATCH", `${path}/order`, { badgeIds: [badge.id] }],
        ["DELETE", `${path}/${badge.id}`, undefined],
        ["POST", `${path}/${badge.id}/members`, { memberIds: [id] }],
        ["DELETE", `${path}/${badge.id}/members?memberIds=${id}`, undefined],
      ] as const)
        expect([method, url, (await send(method, url, token, body)).status]).toEqual([method, url, 403]);
    await send("DELETE", `${path}/${badge.id}`, admin);
  });

  it("are at most 100, also if they are created at once", async () => {
    const results = await Promise.all(
      Array.from({ length: 102 }, (_, index) => send("POST", path, admin, { badge: { title: `B${index}` } })),
    );
    expect(results.filter(({ status }) => status !== 200).map(codeOf)).toEqual(["BADGES_FULL", "BADGES_FULL"]);
  });

  it.each<object>([
    {},
    { badge: {} },
    { badge: { title: " " } },
    { badge: { title: "a\u0000" } },
    { badge: { title: "a", backgroundColor: "red" } },
    { badge: { title: "a", icon: "javascript:alert(1)" } },
    { badge: { title: "a", permissionsEnabled: true } },
    { badge: { title: "a".repeat(101) } },
  ])("are rejected if they are %j", async (body) => {
    expect((await send("POST", path, admin, body)).status).toBe(400);
  });
});

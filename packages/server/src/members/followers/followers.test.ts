import { describe, expect, it } from "vitest";
import { createTestServer } from "../../../test/test-server.ts";
import { createApiKey } from "../../auth/api-keys.ts";
import { newId } from "../../platform/db/ids.ts";

const server = await createTestServer();
const { key: admin } = await createApiKey(server.context, { kind: "owner" }, { name: "admin", role: "admin" });
const visitor = await server.visitorToken();
const path = "/members/v3/followers";

interface Person {
  id: string;
  token: string;
}
const send = (method: string, url: string, token: string, body?: object) => server.call(method, url, { token, body });

/** Signs a member in whose profile is public. */
async function join(): Promise<Person> {
  const { memberId: id, access_token: token } = await server.signIn();
  await send("POST", "/members/v1/members/join-community", token, {});
  return { id, token };
}
const follow = (who: Person, id: string) => send("POST", `${path}/${id}`, who.token);
const idsOf = async (url: string, token: string) => (await send("GET", `${path}/${url}`, token)).body.memberIds;
const codeOf = ({ body }: { body: { details: { applicationError?: { code: string } } } }) =>
  body.details.applicationError?.code;

describe("followers", () => {
  it("are listed for both members, others, and programs, page by page, latest first", async () => {
    const [ann, ...others] = [await join(), await join(), await join(), await join()];
    for (const other of others) {
      for (const _ of [1, 2]) expect((await follow(other, ann.id.toUpperCase())).body).toEqual({});
    }
    const [bob, cy, dee] = others as [Person, Person, Person];
    await follow(ann, bob.id);
    const latest = [dee.id, cy.id, bob.id];
    expect(await idsOf("my", ann.token)).toEqual(latest);
    for (const token of [bob.token, visitor, admin]) expect(await idsOf(ann.id, token)).toEqual(latest);
    expect(await idsOf("my/following", bob.token)).toEqual([ann.id]);
    expect(await idsOf(`${bob.id}/following`, visitor)).toEqual([ann.id]);

    const first = (await send("GET", `${path}/${ann.id}?paging.limit=2`, visitor)).body;
    expect(first).toMatchObject({ memberIds: latest.slice(0, 2), pagingMetadata: { count: 2, hasNext: true } });
    const { next } = first.pagingMetadata.cursors;
    await send("DELETE", `${path}/${ann.id}`, cy.token);
    expect(await idsOf(`${ann.id}?paging.limit=2&paging.cursor=${next}`, visitor)).toEqual([bob.id]);
    expect(codeOf(await send("GET", `${path}/${bob.id}?paging.cursor=${next}`, visitor))).toBe("CURSOR_INVALID");
    expect(codeOf(await send("GET", `${path}/${ann.id}/following?paging.cursor=${next}`, visitor))).toBe(
      "CURSOR_INVALID",
    );

    const connected = async (url: string, token: string) =>
      (await send("POST", `${path}/${url}/connections`, token, { connectedMemberIds: [bob.id, cy.id] })).body;
    const both = {
      connectedMembers: [
        { connectedMemberId: bob.id, followingMember: true, followedByMember: true },
        { connectedMemberId: cy.id, followingMember: false, followedByMember: false },
      ],
    };
    expect(await connected("my", ann.token)).toEqual(both);
    expect(await connected(ann.id, visitor)).toEqual(both);
  });

  it("do not reveal members whom the caller may not see", async () => {
    const [ann, bob, eve] = [await join(), await join(), await join()];
    await follow(bob, ann.id);
    await follow(ann, bob.id);
    await send("POST", "/members/v1/members/leave-community", bob.token, {});
    for (const token of [ann.token, eve.token, visitor]) {
      expect(await idsOf(ann.id, token)).toEqual([]);
      expect(await idsOf(`${ann.id}/following`, token)).toEqual([]);
      expect(codeOf(await send("GET", `${path}/${bob.id}`, token))).toBe("MEMBER_NOT_FOUND");
      expect(codeOf(await send("GET", `${path}/${newId()}`, token))).toBe("MEMBER_NOT_FOUND");
      const { body } = await send("POST", `${path}/${ann.id}/connections`, token, { connectedMemberIds: [bob.id] });
      expect(body.connectedMembers).toEqual([
        { connectedMemberId: bob.id, followingMember: false, followedByMember: false },
      ]);
    }
    expect(codeOf(await follow(eve, bob.id))).toBe("MEMBER_NOT_FOUND");
    expect(await idsOf(ann.id, admin)).toEqual([bob.id]);
  });

  it("end when a member blocks a follower, and with the account", async () => {
    const [ann, bob] = [await join(), await join()];
    await follow(bob, ann.id);
    await follow(ann, bob.id);
    await send("POST", "/members/v1/member-to-member-blocks/members/my", ann.token, { memberId: bob.id });
    expect(await idsOf("my", ann.token)).toEqual([]);
    expect(await idsOf("my/following", ann.token)).toEqual([bob.id]);
    expect(codeOf(await follow(bob, ann.id))).toBe("MEMBER_NOT_FOUND");
    await send("DELETE", `/members/v1/members/${bob.id}`, admin);
    expect(await idsOf("my/following", ann.token)).toEqual([]);
  });

  it("are members only, and not themselves", async () => {
    const ann = await join();
    expect(codeOf(await follow(ann, ann.id))).toBe("MEMBER_SELF_FOLLOW_FORBIDDEN");
    for (const token of [visitor, admin]) {
      expect((await send("POST", `${path}/${ann.id}`, token)).status).toBe(403);
      expect((await send("DELETE", `${path}/${ann.id}`, token)).status).toBe(403);
      expect((await send("GET", `${path}/my`, token)).status).toBe(403);
    }
    expect((await server.call("GET", `${path}/${ann.id}`)).status).toBe(401);
    for (const id of ["x", "%00", "my%2f"]) expect((await follow(ann, id)).status).toBeLessThan(500);
    for (const connectedMemberIds of [[], ["x"], null, "a", Array.from({ length: 101 }, newId)])
      expect((await send("POST", `${path}/my/connections`, ann.token, { connectedMemberIds })).status).toBe(400);
  });

  it("are not members who were blocked, also until their access token is invalid", async () => {
    const [ann, bob] = [await join(), await join()];
    await send("POST", `/members/v1/members/${bob.id}/block`, admin, {});
    expect((await follow(bob, ann.id)).status).toBe(401);
    const block = { memberId: ann.id };
    expect((await send("POST", "/members/v1/member-to-member-blocks/members/my", bob.token, block)).status).toBe(401);
    await send("POST", `/members/v1/members/${bob.id}/approve`, admin, {});
    expect(await idsOf(ann.id, admin)).toEqual([]);
  });

  it("end with a block that is created at the same time", async () => {
    const [ann, bob] = [await join(), await join()];
    const blocks = "/members/v1/member-to-member-blocks/members/my";
    for (let round = 0; round < 10; round++) {
      const results = await Promise.all([
        follow(bob, ann.id),
        send("POST", blocks, ann.token, { memberId: bob.id }),
        follow(ann, bob.id),
      ]);
      expect(Math.max(...results.map(({ status }) => status))).toBeLessThan(500);
      expect(await idsOf(ann.id, admin)).toEqual([]);
      await send("DELETE", `${blocks}/${bob.id}`, ann.token);
    }
  });

  it("are stored once by ten concurrent requests", async () => {
    const [ann, bob] = [await join(), await join()];
    const results = await Promise.all(Array.from({ length: 10 }, () => follow(bob, ann.id)));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await idsOf("my", ann.token)).toEqual([bob.id]);
  });
});

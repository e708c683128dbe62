import { ApiKeyStrategy, createClient, OAuthStrategy } from "@porchlight/client";
import {
  badges,
  customFields,
  memberAbouts,
  memberBlocks,
  memberFollowers,
  memberPrivacy,
  members,
} from "@porchlight/client/members";
import { createApiKey, createMember } from "@porchlight/server/operations";
import { expect, it } from "vitest";
import { fetchFrom, pageOf, startServer } from "./running-server.ts";

const server = await startServer();
const owner = { kind: "owner" } as const;
const password = "a long walk by the sea";
const { key: apiKey } = await createApiKey(server.context, owner, { name: "admin", role: "admin" });
const modules = { members, memberAbouts, memberBlocks, memberFollowers, memberPrivacy, badges, customFields };
const program = createClient({
  host: server.url,
  auth: ApiKeyStrategy({ apiKey, siteId: server.context.site.id }),
  modules,
});
const newClient = () =>
  createClient({
    host: server.url,
    fetch: fetchFrom(server.origin),
    environment: pageOf(server.origin, ""),
    auth: OAuthStrategy({ clientId: server.clientId }),
    modules,
  });

async function signedIn(email: string) {
  const { id } = await createMember(server.context, owner, { email, password, profile: { firstName: "Ada" } });
  const client = newClient();
  const answer = await client.auth.login({ email, password });
  if (answer.loginState !== "SUCCESS") throw new Error(JSON.stringify(answer));
  await client.auth.completeLogin(answer.data.sessionToken);
  return { id, client };
}

it("creates, changes, finds, mutes, blocks and deletes members with an API key", async () => {
  const created = await program.members.createMember({
    member: { loginEmail: "grace@example.com", contact: { firstName: "Grace" }, privacyStatus: "PUBLIC" },
  });
  expect(created).toMatchObject({ loginEmail: "grace@example.com", _createdDate: expect.any(Date) });
  const { _id } = created;
  expect(await program.members.updateMember(_id, { profile: { title: "Admiral" } })).toMatchObject({
    profile: { title: "Admiral", nickname: "Grace" },
  });
  expect((await program.members.updateMemberSlug(_id, "grace")).member.profile.slug).toBe("grace");
  expect((await program.members.muteMember(_id)).member.activityStatus).toBe("MUTED");
  expect((await program.members.unmuteMember(_id)).member.activityStatus).toBe("ACTIVE");

  const page = await program.members
    .queryMembers({ fieldsets: ["FULL"], search: { expression: "GRACE" } })
    .eq("loginEmail", "grace@example.com")
    .ge("_createdDate", created._createdDate)
    .descending("_createdDate")
    .limit(5)
    .find();
  expect(page.items).toMatchObject([{ _id, contact: { firstName: "Grace" } }]);
  expect([page.totalCount, page.hasNext()]).toEqual([1, false]);
  const listed = await program.members.listMembers({
    fieldsets: ["EXTENDED"],
    paging: { limit: 1, offset: 0 },
    sorting: [{ fieldName: "_createdDate", order: "DESC" }],
  });
  expect(listed.members).toMatchObject([{ _id, loginEmail: "grace@example.com" }]);

  const visitor = newClient();
  const seen = await visitor.members.queryMembers().eq("profile.slug", "grace").find();
  expect(seen.items).toEqual([expect.not.objectContaining({ loginEmail: expect.anything() })]);

  expect((await program.members.blockMember(_id)).member.status).toBe("BLOCKED");
  expect((await program.members.approveMember(_id)).member.status).toBe("APPROVED");
  const { jobId } = await program.members.bulkBlockMembers({ loginEmail: "grace@example.com" });
  await expect.poll(async () => (await program.members.getMemberJob(jobId)).status).toBe("FINISHED");
  const { results } = await program.members.bulkDeleteMembers([_id]);
  expect(results).toMatchObject([{ itemMetadata: { _id, success: true } }]);
});

it("lets members join the community, choose a slug, describe themselves, and block each other", async () => {
  const [ada, bob] = [await signedIn("ada@example.com"), await signedIn("bob@example.com")];
  expect((await ada.client.members.joinCommunity()).member.privacyStatus).toBe("PUBLIC");
  expect((await ada.client.members.updateCurrentMemberSlug("ada")).member.profile.slug).toBe("ada");
  await expect(bob.client.members.updateCurrentMemberSlug("ada")).rejects.toMatchObject({
    code: "SLUG_ALREADY_EXISTS",
    kind: "conflict",
  });
  const about = await ada.client.memberAbouts.createMemberAbout({ content: { nodes: [{ _id: "kept" }] } });
  expect(about).toMatchObject({ memberId: ada.id, content: { nodes: [{ _id: "kept" }] }, revision: "1" });
  const found = await bob.client.memberAbouts.queryMemberAbouts().eq("memberId", ada.id).find();
  expect(found.items).toEqual([about]);
  await bob.client.members.joinCommunity();
  await bob.client.memberFollowers.followMember(ada.id);
  expect((await ada.client.memberFollowers.listCurrentMemberFollowers()).memberIds).toEqual([bob.id]);
  expect((await bob.client.memberFollowers.listCurrentMemberFollowing()).memberIds).toEqual([ada.id]);
  const { connectedMembers } = await bob.client.memberFollowers.queryCurrentMemberConnections([ada.id]);
  expect(connectedMembers).toEqual([{ connectedMemberId: ada.id, followingMember: true, followedByMember: false }]);
  const badge = await program.badges.createBadge({ title: "Board" });
  expect(badge).toMatchObject({ title: "Board", _createdDate: expect.any(Date) });
  await program.badges.assignBadge(badge._id, [ada.id, bob.id]);
  await program.badges.unassignBadge(badge._id, [bob.id]);
  expect((await bob.client.badges.listMembersByBadge(badge._id)).memberIds).toEqual([ada.id]);
  expect((await bob.client.badges.listBadges()).badges).toEqual([badge]);
  await ada.client.memberBlocks.blockMember(bob.id);
  expect((await ada.client.memberFollowers.listCurrentMemberFollowers()).memberIds).toEqual([]);
  expect((await ada.client.memberBlocks.listCurrentMemberBlocking()).blockedMemberIds).toEqual([bob.id]);
  await expect(bob.client.members.getMember(ada.id)).rejects.toMatchObject({ code: "MEMBER_NOT_FOUND" });
  expect((await ada.client.members.leaveCommunity()).member.privacyStatus).toBe("PRIVATE");
});

it("defines custom fields and privacy with an API key", async () => {
  const field = await program.customFields.createCustomField({ name: "Company", fieldType: "TEXT" });
  expect(field).toMatchObject({ key: "custom.company", _createdDate: expect.any(Date) });
  const renamed = await program.customFields.updateCustomField(field._id, { name: "Employer", revision: "1" });
  expect(renamed).toMatchObject({ name: "Employer", revision: "2" });
  expect((await newClient().customFields.listCustomFields()).fields).toEqual([renamed]);
  await program.customFields.hideCustomField(field._id);
  expect((await newClient().customFields.listCustomFields()).fields).toEqual([]);
  await program.customFields.deleteCustomField(field._id);
  await program.memberPrivacy.setDefaultPrivacyStatus({ defaultPrivacy: "PUBLIC" });
  expect(await program.memberPrivacy.getDefaultPrivacyStatus()).toEqual({
    defaultPrivacy: { defaultPrivacy: "PUBLIC", revision: "1" },
  });
});

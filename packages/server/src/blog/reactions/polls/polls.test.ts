import { beforeAll, describe, expect, it } from "vitest";
import { draftsPath } from "../../../../test/blog/drafts.ts";
import { putPost } from "../../../../test/blog/posts.ts";
import { createTestServer } from "../../../../test/test-server.ts";
import { createApiKey } from "../../../auth/api-keys.ts";

const server = await createTestServer();
const { context } = server;
const ann = await server.signIn();
const bob = await server.signIn();
const { key } = await createApiKey(context, { kind: "owner" }, { name: "Editor", role: "editor" });

interface Permissions {
  view?: string;
  vote?: string;
  allowMultipleVotes?: boolean;
}
const poll = (id: string, permissions: Permissions, settings: object = {}) => ({
  type: "POLL",
  id: `node-${id}`,
  nodes: [],
  pollData: {
    poll: {
      id,
      title: "Tea?",
      creatorId: bob.memberId,
      options: [{ id: "yes", title: "Yes" }, { id: "no", title: "No" }, { title: "Third" }],
      settings: { permissions, ...settings },
    },
  },
});
const once = { view: "EVERYONE", vote: "ALL" };
const nodes = [
  { type: "BLOCKQUOTE", id: "q", nodes: [poll("once", once)] },
  poll("again", { ...once, allowMultipleVotes: true }),
  poll("voters", { view: "VOTERS", vote: "ALL" }),
  poll("creator", { view: "CREATOR", vote: "ALL" }),
  poll("members", { view: "EVERYONE", vote: "SITE_MEMBERS" }),
  poll("closed", once, { closed: true }),
  poll("shares", once, { showVotesCount: false }),
  poll("crowd", once),
  poll("named", { ...once, allowMultipleVotes: true }, { showVoters: true }),
  poll("named-voters", { view: "VOTERS", vote: "ALL" }, { showVoters: true, showVotesCount: false }),
  poll("late", { ...once, allowMultipleVotes: true }),
  poll("flip", { ...once, allowMultipleVotes: true }),
  { type: "POLL", id: "bare", nodes: [], pollData: { poll: { options: [{ title: "a" }] } } },
  { type: "POLL", id: "empty", nodes: [] },
];
let postId: string;
let hiddenId: string;
beforeAll(async () => {
  postId = await putPost(context, { richContent: { nodes } as never });
  hiddenId = await putPost(context, { richContent: { nodes } as never, status: "UNPUBLISHED" });
});

const path = (id: string) => `/_api/porchlight/v1/blog/posts/${postId}/polls/${id}`;
const read = async (id: string, token: string) => (await server.call("GET", path(id), { token })).body.poll;
const vote = (id: string, token: string, ...optionIds: string[]) =>
  server.call("POST", `${path(id)}/vote`, { token, body: { optionIds } });
const code = ({ body }: { body: { details?: { applicationError?: { code: string } } } }) =>
  body.details?.applicationError?.code;

describe("a vote", () => {
  it("counts once per visitor and returns the results", async () => {
    const token = await server.visitorToken();
    expect(await read("once", token)).toEqual({
      pollId: "once",
      multiple: false,
      mayVote: true,
      chosen: [],
      viewers: "EVERYONE",
      namesVoters: false,
      results: {
        voters: 0,
        options: [
          { optionId: "yes", share: 0, votes: 0 },
          { optionId: "no", share: 0, votes: 0 },
          { optionId: "2", share: 0, votes: 0 },
        ],
      },
    });
    const { status, body } = await vote("once", token, "yes");
    expect(status).toBe(200);
    expect(body.poll).toMatchObject({ mayVote: false, obstacle: "VOTED", chosen: ["yes"], results: { voters: 1 } });
    const again = await vote("once", token, "no");
    expect([again.status, code(again)]).toEqual([409, "POLL_ALREADY_VOTED"]);
    await vote("once", ann.access_token, "2");
    const { results } = await read("once", await server.visitorToken());
    expect(results).toEqual({
      voters: 2,
      options: [
        { optionId: "yes", share: 0.5, votes: 1 },
        { optionId: "no", share: 0, votes: 0 },
        { optionId: "2", share: 0.5, votes: 1 },
      ],
    });
  });

  it("replaces the previous one if the poll allows several", async () => {
    const token = await server.visitorToken();
    await vote("again", token, "yes", "no", "yes");
    expect((await read("again", token)).results.options.map((one: { votes: number }) => one.votes)).toEqual([1, 1, 0]);
    const { body } = await vote("again", token, "no", "2");
    expect(body.poll).toMatchObject({ mayVote: true, chosen: ["no", "2"] });
    expect(body.poll.results).toMatchObject({
      voters: 1,
      options: [{ votes: 0 }, { votes: 1, share: 1 }, { votes: 1 }],
    });
  });

  it("can be repeated if none of its options exists any more, and still counts once", async () => {
    const token = await server.visitorToken();
    const pollWith = (ids: string[]) => {
      const node = poll("cut", once);
      node.pollData.poll.options = ids.map((id) => ({ id, title: id }));
      return { nodes: [node] } as never;
    };
    const id = await putPost(context, { richContent: pollWith(["yes", "no", "maybe"]) });
    const at = `/_api/porchlight/v1/blog/posts/${id}/polls/cut`;
    const rewrite = (ids: string[]) =>
      context.db
        .updateTable("posts")
        .set({ rich_content: JSON.stringify(pollWith(ids)) })
        .where("id", "=", id)
        .execute();
    const choose = (option: string) => server.call("POST", `${at}/vote`, { token, body: { optionIds: [option] } });
    await choose("maybe");
    await rewrite(["yes", "maybe"]);
    expect(code(await choose("yes"))).toBe("POLL_ALREADY_VOTED");
    await rewrite(["yes", "no"]);
    const before = (await server.call("GET", at, { token })).body.poll;
    expect([before.mayVote, before.obstacle, before.chosen]).toEqual([true, undefined, []]);
    const responses = await Promise.all([choose("yes"), choose("no"), choose("yes")]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const { poll: after } = (await server.call("GET", at, { token })).body;
    expect([after.mayVote, after.results.voters]).toEqual([false, 1]);
    const figures = after.results.options.map(({ votes }: { votes: number }) => votes);
    expect(figures.toSorted()).toEqual([0, 1]);
  });

  it("counts once with many concurrent requests", async () => {
    const token = await server.visitorToken();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => vote("crowd", token, n % 2 ? "yes" : "no")),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(11);
    const tokens = await Promise.all(Array.from({ length: 15 }, () => server.visitorToken()));
    await Promise.all(tokens.map((one, n) => vote("crowd", one, n % 2 ? "yes" : "no")));
    const { results } = await read("crowd", token);
    expect(results.voters).toBe(16);
    expect(results.options.reduce((sum: number, one: { votes: number }) => sum + one.votes, 0)).toBe(16);
  });

  it("changes correctly with many concurrent requests", async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, () => server.visitorToken()));
    const choices = [["yes"], ["no", "2"], ["2", "yes"], ["no"]];
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, n) => vote("flip", tokens[n % 4] ?? "", ...(choices[n % 3] ?? []))),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(24).fill(200));
    const chosen = await Promise.all(tokens.map(async (token) => (await read("flip", token)).chosen as string[]));
    const { results } = await read("flip", tokens[0] ?? "");
    expect(results.voters).toBe(4);
    for (const { optionId, votes } of results.options)
      expect(votes).toBe(chosen.flat().filter((one) => one === optionId).length);
  });
});

describe("permissions of polls", () => {
  it("allow only members to vote if the poll says so", async () => {
    const visitor = await server.visitorToken();
    expect(await read("members", visitor)).toMatchObject({
      mayVote: false,
      obstacle: "SIGN_IN",
      results: { voters: 0 },
    });
    const refused = await vote("members", visitor, "yes");
    expect([refused.status, code(refused)]).toEqual([403, "POLL_MEMBERS_ONLY"]);
    expect((await vote("members", ann.access_token, "yes")).status).toBe(200);
  });

  it("show results to those who have voted", async () => {
    const token = await server.visitorToken();
    expect(await read("voters", token)).not.toHaveProperty("results");
    expect((await vote("voters", token, "yes")).body.poll.results.voters).toBe(1);
    expect(await read("voters", token)).toHaveProperty("results");
  });

  it("show results to the creator and to editors", async () => {
    const token = await server.visitorToken();
    expect((await vote("creator", token, "yes")).body.poll).not.toHaveProperty("results");
    expect(await read("creator", ann.access_token)).not.toHaveProperty("results");
    expect(await read("creator", bob.access_token)).toHaveProperty("results.voters", 1);
    expect(await read("creator", key)).toMatchObject({
      mayVote: false,
      obstacle: "NOT_A_VOTER",
      results: { voters: 1 },
    });
    expect(code(await vote("creator", key, "yes"))).toBe("NOT_ALLOWED");
  });

  it("show only shares if the counts are hidden", async () => {
    const token = await server.visitorToken();
    const { body } = await vote("shares", token, "no");
    expect(body.poll.results).toEqual({
      options: [
        { optionId: "yes", share: 0 },
        { optionId: "no", share: 1 },
        { optionId: "2", share: 0 },
      ],
    });
  });

  it("allow no votes in a closed poll and default to the strictest setting", async () => {
    const closed = await vote("closed", ann.access_token, "yes");
    expect([closed.status, code(closed)]).toEqual([409, "POLL_CLOSED"]);
    expect(await read("bare", await server.visitorToken())).toEqual({
      pollId: "bare",
      multiple: false,
      mayVote: false,
      obstacle: "SIGN_IN",
      chosen: [],
      viewers: "CREATOR",
      namesVoters: false,
    });
  });

  it("require access to the text that contains the poll", async () => {
    const richContent = { nodes: [poll("inside", once)] };
    const publish = async (audience: object): Promise<string> => {
      const body = { draftPost: { title: "Inside", richContent, ...audience }, publish: true };
      return (await server.call("POST", draftsPath, { token: key, body })).body.draftPost.id;
    };
    const inside = (post: string) => `/_api/porchlight/v1/blog/posts/${post}/polls/inside`;
    const forMembers = await publish({ membersOnly: true });
    const response = await server.call("POST", `${inside(forMembers)}/vote`, {
      token: ann.access_token,
      body: { optionIds: ["yes"] },
    });
    expect(response.body.poll).toMatchObject({ chosen: ["yes"], results: { voters: 1 } });
    const withPlan = await publish({ membersOnly: true, pricingPlanIds: [crypto.randomUUID()] });
    const shown = await publish({ membersOnly: true, previewTextParagraph: 1 });
    const visitor = await server.visitorToken();
    for (const [post, token, status] of [
      [forMembers, ann.access_token, 200],
      [shown, ann.access_token, 200],
      [withPlan, key, 200],
      [forMembers, key, 200],
      [withPlan, ann.access_token, 404],
      [forMembers, visitor, 404],
      [withPlan, visitor, 404],
    ] as const)
      expect([post, (await server.call("GET", inside(post), { token })).status]).toEqual([post, status]);
  });

  it("remove a deleted member's name and retain the count", async () => {
    const gone = await server.signIn();
    await vote("voters", gone.access_token, "no");
    const before = (await read("voters", gone.access_token)).results.voters;
    await context.db.deleteFrom("members").where("id", "=", gone.memberId).execute();
    const rows = await context.db.selectFrom("poll_votes").selectAll().where("voter_id", "=", gone.memberId).execute();
    expect(rows).toEqual([]);
    const token = await server.visitorToken();
    expect((await vote("voters", token, "no")).body.poll.results.voters).toBe(before + 1);
  });
});

describe("names of voters", () => {
  const change = async (member: typeof ann, changes: object) => {
    const { memberId: id, access_token: token } = member;
    const path = `/members/v1/members/${id}`;
    expect((await server.call("PATCH", path, { token, body: { member: { id, ...changes } } })).status).toBe(200);
  };
  const signedIn = async (nickname: string, privacyStatus = "PUBLIC") => {
    const member = await server.signIn();
    await change(member, { profile: { nickname }, privacyStatus });
    return member;
  };
  const namesOf = (poll: { results: { options: { voters?: { name: string }[] }[] } }) =>
    poll.results.options.map(({ voters }) => voters?.map(({ name }) => name));

  it("are those of members with public profiles, shown to those who see the results", async () => {
    const first = await signedIn("Ann Lee");
    const second = await signedIn("Ben Roy");
    const hidden = await signedIn("Cleo Fox", "PRIVATE");
    const reader = await server.visitorToken();
    expect(await read("named", reader)).toMatchObject({ namesVoters: true });
    for (const member of [first, second, hidden]) await vote("named", member.access_token, "yes");
    await vote("named", reader, "yes", "no");
    await vote("named", second.access_token, "no");
    const shown = await read("named", reader);
    expect(namesOf(shown)).toEqual([["Ann Lee"], ["Ben Roy"], []]);
    expect(shown.results.options[0]).toEqual({
      optionId: "yes",
      share: 0.75,
      votes: 3,
      voters: [{ memberId: first.memberId, name: "Ann Lee" }],
    });
    expect(JSON.stringify(shown)).not.toContain(hidden.memberId);
    expect(JSON.stringify(await read("named", key))).not.toContain(hidden.memberId);

    await change(first, { privacyStatus: "PRIVATE" });
    expect(namesOf(await read("named", reader))).toEqual([[], ["Ben Roy"], []]);
    await context.db.updateTable("members").set({ status: "BLOCKED" }).where("id", "=", second.memberId).execute();
    expect(namesOf(await read("named", reader))).toEqual([[], [], []]);
  });

  it("are visible only to voters if only they see the results, with shares if counts are hidden", async () => {
    const member = await signedIn("Dana Ito");
    await vote("named-voters", member.access_token, "no");
    const reader = await server.visitorToken();
    expect(await read("named-voters", reader)).not.toHaveProperty("results");
    const { body } = await vote("named-voters", reader, "yes");
    expect(body.poll.results).toEqual({
      options: [
        { optionId: "yes", share: 0.5, voters: [] },
        { optionId: "no", share: 0.5, voters: [{ memberId: member.memberId, name: "Dana Ito" }] },
        { optionId: "2", share: 0, voters: [] },
      ],
    });
  });

  it("do not include votes from before the poll showed names", async () => {
    const member = await signedIn("Eve Orr");
    await vote("late", member.access_token, "yes");
    const namedNodes = nodes.map((node) =>
      "pollData" in node && node.id === "node-late"
        ? poll("late", { ...once, allowMultipleVotes: true }, { showVoters: true })
        : node,
    );
    const changed = await server.call("PATCH", `${draftsPath}/${postId}`, {
      token: key,
      body: { draftPost: { id: postId, richContent: { nodes: namedNodes } }, action: "UPDATE_PUBLISH" },
    });
    expect(changed.status).toBe(200);
    expect(namesOf(await read("late", member.access_token))[0]).toEqual([]);
    await vote("late", member.access_token, "yes");
    expect(namesOf(await read("late", member.access_token))[0]).toEqual(["Eve Orr"]);
  });
});

describe("an invalid vote", () => {
  it.each<[string, unknown, string]>([
    ["no option", { optionIds: [] }, "optionIds"],
    ["no list", { optionIds: "yes" }, "optionIds"],
    ["an option of another poll", { optionIds: ["maybe"] }, "optionIds.0"],
    ["two options where one is allowed", { optionIds: ["yes", "no"] }, "optionIds"],
    ["101 options", { optionIds: Array(101).fill("yes") }, "optionIds"],
    ["an absent list", {}, "optionIds"],
  ])("is rejected with the path of the error: %s", async (_, body, field) => {
    const token = await server.visitorToken();
    const response = await server.call("POST", `${path("once")}/vote`, { token, body });
    expect(response.status).toBe(400);
    expect(response.body.details.validationError.fieldViolations[0].field).toBe(field);
    expect((await read("once", token)).chosen).toEqual([]);
  });

  it("finds a poll by any id, including double-encoded ones, and rejects NUL", async () => {
    const ids = ["a/b", "c\\d", "e;f", "..", "50%", "g%2Fh"];
    const odd = await putPost(context, {
      richContent: { nodes: [...ids, "n\0"].map((id) => poll(id, once)) } as never,
    });
    const token = await server.visitorToken();
    const at = (id: string) => `/_api/porchlight/v1/blog/posts/${odd}/polls/${encodeURIComponent(id)}`;
    const twice = (id: string) => at(encodeURIComponent(id).replaceAll(".", "%2E"));
    for (const id of ids) {
      const response = await server.call("POST", `${twice(id)}/vote`, { token, body: { optionIds: ["yes"] } });
      expect([response.status, response.body.poll?.pollId, response.body.poll?.chosen]).toEqual([200, id, ["yes"]]);
    }
    expect((await server.call("GET", at("50%"), { token })).body.poll.chosen).toEqual(["yes"]);
    expect(code(await server.call("GET", twice("n\0"), { token }))).toBe("POLL_NOT_FOUND");
    const cut = poll("cut", once);
    cut.pollData.poll.options = [{ id: "\0", title: "Yes" }, { title: "No" }];
    const cutId = await putPost(context, { richContent: { nodes: [cut] } as never });
    const path = `/_api/porchlight/v1/blog/posts/${cutId}/polls/cut/vote`;
    expect((await server.call("POST", path, { token, body: { optionIds: ["0"] } })).body.poll.chosen).toEqual(["0"]);
    const nul = await server.call("POST", path, { token, body: { optionIds: ["\0"] } });
    expect(nul.status).toBe(400);
  });

  it("finds no poll in hidden or missing posts", async () => {
    const token = await server.visitorToken();
    for (const id of ["nothing", "empty-poll", "%00", "🦀"]) {
      const response = await server.call("GET", path(encodeURIComponent(id)), { token });
      expect([id, response.status, code(response)]).toEqual([id, 404, "POLL_NOT_FOUND"]);
    }
    for (const id of [hiddenId, "x", "00000000-0000-7000-8000-000000000000"]) {
      const response = await server.call("GET", `/_api/porchlight/v1/blog/posts/${id}/polls/once`, { token });
      expect([response.status, code(response)]).toEqual([404, "POST_NOT_FOUND"]);
    }
    expect((await server.call("GET", path("once"))).status).toBe(401);
  });
});

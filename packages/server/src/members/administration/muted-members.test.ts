import { describe, expect, it } from "vitest";
import { changeSetting } from "../../../test/auth/sign-in-steps.ts";
import { putPost } from "../../../test/blog/posts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createApiKey } from "../../auth/api-keys.ts";

const server = await createTestServer();
const { key: admin } = await createApiKey(server.context, { kind: "owner" }, { name: "admin", role: "admin" });
await changeSetting(server, "postRatings", "everyone");

const options = [
  { id: "yes", title: "Yes" },
  { id: "no", title: "No" },
];
const permissions = { view: "EVERYONE", vote: "ALL", allowMultipleVotes: true };
const poll = { id: "tea", title: "Tea?", options, settings: { permissions } };
const richContent = { nodes: [{ type: "POLL", id: "poll", nodes: [], pollData: { poll } }] };
const postId = await putPost(server.context, { richContent: richContent as never });

describe("a muted member", () => {
  it("cannot like, rate, vote, or write about themselves until unmuted, but can undo and read", async () => {
    const { memberId, access_token: token } = await server.signIn();
    const send = (method: string, path: string, body?: object) => server.call(method, path, { token, body });
    const setMuted = (action: "mute" | "unmute") =>
      server.call("POST", `/members/v1/members/${memberId}/${action}`, { token: admin, body: {} });
    const like = () => send("POST", "/blog/v1/likes", { like: { fqdn: "wix.blog.v3.post", entityId: postId } });
    const mutation = `mutation { createLike(like: {fqdn: "wix.blog.v3.post", entityId: "${postId}"}) { id } }`;
    const content = { nodes: [{ type: "PARAGRAPH", id: "p", nodes: [] }] };
    const post = `/_api/porchlight/v1/blog/posts/${postId}`;
    const about = (await send("POST", "/members/v2/abouts", { memberAbout: { content } })).body.memberAbout;
    const takePart = async () => [
      await like(),
      await send("PUT", `${post}/rating`, { stars: 4 }),
      await send("POST", `${post}/polls/tea/vote`, { optionIds: ["yes"] }),
      await send("PATCH", `/members/v2/abouts/${about.id}`, { memberAbout: { content } }),
    ];
    const counts = async () => {
      const { metrics } = (await send("GET", `/v3/posts/${postId}/metrics`)).body;
      return [metrics.likes, metrics.ratings ?? 0];
    };

    await setMuted("mute");
    for (const { status, body } of await takePart())
      expect([status, body.details.applicationError.code]).toEqual([403, "MEMBER_MUTED"]);
    expect(await counts()).toEqual([0, 0]);
    expect((await send("DELETE", `/members/v2/abouts/${about.id}`)).status).toBe(200);
    const again = await send("POST", "/members/v2/abouts", { memberAbout: { content } });
    expect(again.body.details.applicationError.code).toBe("MEMBER_MUTED");
    expect((await send("GET", "/members/v1/members/my?fieldsets=FULL")).body.member.activityStatus).toBe("MUTED");
    expect(
      (await send("PATCH", `/members/v1/members/${memberId}`, { member: { contact: { firstName: "A" } } })).status,
    ).toBe(200);
    expect((await send("POST", "/graphql/alpha", { query: mutation })).body.errors).toMatchObject([
      { message: "The site owner has muted this member." },
    ]);
    expect(await counts()).toEqual([0, 0]);

    await setMuted("unmute");
    about.id = (await send("POST", "/members/v2/abouts", { memberAbout: { content } })).body.memberAbout.id;
    expect((await takePart()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await counts()).toEqual([1, 1]);
    await setMuted("mute");
    expect((await send("DELETE", `/blog/v1/likes/fqdn/wix.blog.v3.post/entity-id/${postId}`)).status).toBe(200);
    expect(await counts()).toEqual([0, 1]);
  });
});

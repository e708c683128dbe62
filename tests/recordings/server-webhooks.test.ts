import { readFileSync } from "node:fs";
import { createApiKey, createWebhook } from "@porchlight/server/operations";
import { createTestServer } from "@porchlight/server/testing";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { startWebhookReceiver } from "../../packages/server/test/webhook-receiver.ts";
import { expectRecordedShape } from "./recorded-shape.ts";

/** Compares deliveries of the server with recorded ones. Source: webhooks.md, "Delivery". */

interface Recording {
  name: string;
  jwtHeader: object;
  jwtClaims: { data: string };
}

const recordings = JSON.parse(
  readFileSync(new URL("./fixtures/webhooks.json", import.meta.url), "utf8"),
) as Recording[];

const owner = { kind: "owner" } as const;
const server = await createTestServer({ outbound: { privateTargets: true } });
const { key } = await createApiKey(server.context, owner, { name: "writer", role: "editor" });
const receiver = await startWebhookReceiver();

/** A cover image in the format of editors. */
const heroImage = { id: "i.jpg", url: "http://localhost:4000/media/i.jpg", width: 1, height: 2 };

beforeAll(async () => {
  await createWebhook(server.context, owner, { appId: server.clientId, url: receiver.url, events: ["all"] });
  const send = async (method: string, path: string, body?: object, token = key) => {
    const answer = await server.call(method, path, { token, body });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const category = { label: "L", coverImage: { ...heroImage, id: "c.jpg", url: "http://localhost:4000/media/c.jpg" } };
  await send("POST", "/blog/v3/categories", { category });
  await send("POST", "/v3/tags", { label: "L" });
  const draftPost = { title: "T", heroImage, firstPublishedDate: "2024-05-06T07:08:09.123Z" };
  const { id } = (await send("POST", "/blog/v3/draft-posts", { draftPost, publish: true })).draftPost;
  await send("PATCH", `/blog/v3/draft-posts/${id}`, { draftPost: { title: "U" }, action: "UPDATE_PUBLISH" });
  const like = { like: { fqdn: "wix.blog.v3.post", entityId: id } };
  const unlike = `/blog/v1/likes/fqdn/wix.blog.v3.post/entity-id/${id}`;
  const { access_token: member } = await server.signIn();
  const visitor = await server.visitorToken();
  // As recorded: a like of a member, a removed like of a visitor.
  await send("POST", "/blog/v1/likes", like, member);
  await send("POST", "/blog/v1/likes", like, visitor);
  await send("DELETE", unlike, undefined, visitor);
  await send("DELETE", `/blog/v3/draft-posts/${id}`);
  const waiting = () =>
    server.context.db.selectFrom("webhook_deliveries").select("id").where("status", "=", "WAITING").execute();
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { interval: 20, timeout: 15_000 });
}, 30_000);

const layersOf = ({ jwtClaims }: Recording) => {
  const envelope = JSON.parse(jwtClaims.data);
  return { envelope, identity: JSON.parse(envelope.identity), event: JSON.parse(envelope.data) };
};

/** Blog events; deleted entities as they were before. */
const compared = recordings.slice(0, 10).filter(({ name }) => name !== "post_deleted without entity");

describe("deliveries have the recorded shape", () => {
  it.each(compared)("$name", ({ name, ...recording }) => {
    const { envelope, event } = layersOf({ name, ...recording });
    const found = receiver.deliveries.filter((delivery) => delivery.envelope.eventType === envelope.eventType);
    const byMember = event.actionEvent?.body.memberId !== undefined;
    const delivery = found.find(
      ({ event: { actionEvent } }) => !actionEvent || "memberId" in actionEvent.body === byMember,
    );
    if (!delivery) throw new Error(`no ${envelope.eventType} was delivered`);
    expectRecordedShape(delivery.header, recording.jwtHeader);
    expect(Object.keys(delivery.claims)).toEqual(expect.arrayContaining(Object.keys(recording.jwtClaims)));
    for (const layer of ["data", "identity"] as const) expect(typeof delivery.envelope[layer]).toBe("string");
    const { kid: _key, ...header } = delivery.header;
    expect(header).toEqual({ alg: "RS256", typ: "JWT" });
    expect(delivery.event).toMatchObject({ entityFqdn: event.entityFqdn, slug: event.slug });
    expectRecordedShape(delivery.event, withoutOwn(event));
  });

  it("contain the recorded kinds of identities", () => {
    const kinds = new Map(
      receiver.deliveries.map(({ identity }) => [identity["identityType"], Object.keys(identity).toSorted()]),
    );
    expect(Object.fromEntries(kinds)).toEqual({
      APP: ["appId", "identityType"],
      MEMBER: ["identityType", "memberId"],
      ANONYMOUS_VISITOR: ["anonymousVisitorId", "identityType"],
    });
  });
});

/** Without members that no post has, and optional ones. */
function withoutOwn(event: { entityFqdn: string; updatedEvent?: { modifiedFields?: object } }): object {
  const isOfPost = event.entityFqdn === "wix.blog.v3.post";
  return JSON.parse(JSON.stringify(event), (name, value) =>
    name === "modifiedFields" || (name === "createdDate" && isOfPost) ? undefined : value,
  );
}

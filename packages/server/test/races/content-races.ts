import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import { createStaff } from "../../src/staff/manage-staff.ts";
import { createSetupLink } from "../../src/staff/setup-link.ts";
import { goodPassword } from "../auth/sign-in-steps.ts";
import { createTestPasskey } from "../auth/test-passkey.ts";
import { draftsPath } from "../blog/drafts.ts";
import { staffServerOf } from "../staff/staff-accounts.ts";
import type { TestServer } from "../test-server.ts";
import { isOk, isSuccess, type Race, type RaceRequest } from "./race.ts";

const owner = { kind: "owner" } as const;
const staffPath = "/admin/api/_api/porchlight/v1/staff/setup";

/** A post with a poll in which each visitor can vote once. */
const pollDocument = {
  nodes: [
    {
      type: "POLL",
      id: "node",
      nodes: [],
      pollData: {
        poll: {
          id: "poll",
          title: "Tea?",
          options: [
            { id: "yes", title: "Yes" },
            { id: "no", title: "No" },
          ],
          settings: { permissions: { view: "EVERYONE", vote: "ALL" } },
        },
      },
    },
  ],
} as unknown as RichContent;

interface ContentRaces {
  server: TestServer;
  /** An API key of role `admin`. */
  key: string;
  /** Number of concurrent requests. */
  attempts: number;
}

/** Everything about content and staff accounts that can exist or be used only once. */
export async function createContentRaces({ server, key, attempts }: ContentRaces): Promise<Record<string, Race>> {
  const { context } = server;
  const staff = staffServerOf(server);
  const post = async (path: string, body: object, token = key) => {
    const response = await server.call("POST", path, { token, body });
    if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const oneEach = (make: (number: number) => RaceRequest) =>
    Array.from({ length: attempts }, (_, number) => make(number));

  const collectionId = "Races";
  const permissions = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" };
  const unique = { key: "code", type: "TEXT", unique: true };
  await post("/wix-data/v2/collections", { collection: { id: collectionId, permissions, fields: [unique] } });
  const draft = { title: "Poll", richContent: pollDocument };
  const poll = await post(draftsPath, { draftPost: draft, publish: true });
  const votePath = `/_api/porchlight/v1/blog/posts/${poll.draftPost.id}/polls/poll/vote`;

  const insertion = (dataItem: object): RaceRequest => ({
    path: "/wix-data/v2/items",
    token: key,
    body: { dataCollectionId: collectionId, dataItem },
  });
  const invite = async (name: string) => {
    const input = { body: { email: `${name}@example.com`, role: "support" } } as const;
    const { link } = await createStaff(context, { caller: owner }, input);
    return new URLSearchParams(new URL(link.url).hash.slice(1)).get("token")!;
  };

  return {
    "a vote of one visitor": {
      async prepare() {
        const token = await server.visitorToken();
        return oneEach((number) => ({ path: votePath, token, body: { optionIds: [number % 2 ? "yes" : "no"] } }));
      },
      hasWon: isOk,
      refusals: ["POLL_ALREADY_VOTED"],
    },
    "the slug of posts with one title": {
      prepare: async (name) => ({ path: draftsPath, token: key, body: { draftPost: { title: name }, publish: true } }),
      hasWon: ({ status, body }) => status === 200 && /^race-\d+$/.test(body.draftPost.slug),
      // The others get a number.
      refusals: ["status 200"],
    },
    "a requested slug of a post": {
      prepare: async (name) => ({
        path: draftsPath,
        token: key,
        body: { draftPost: { title: "Requested", seoSlug: name }, publish: true },
      }),
      hasWon: isOk,
      refusals: ["SLUG_TAKEN"],
    },
    "the publication of one slug by several drafts": {
      async prepare(name) {
        const ids: string[] = [];
        for (let count = 0; count < attempts; count++)
          ids.push((await post(draftsPath, { draftPost: { title: `${name}-${count}` } })).draftPost.id);
        return ids.map((id) => ({
          method: "PATCH",
          path: `${draftsPath}/${id}`,
          token: key,
          body: { draftPost: { seoSlug: name }, action: "UPDATE_PUBLISH" },
        }));
      },
      hasWon: isOk,
      refusals: ["SLUG_TAKEN"],
    },
    "a revision of a draft": {
      async prepare(name) {
        const { id, revision } = (await post(draftsPath, { draftPost: { title: name } })).draftPost;
        return oneEach((number) => ({
          method: "PATCH",
          path: `${draftsPath}/${id}`,
          token: key,
          body: { draftPost: { title: `${name}-${number}`, revision } },
        }));
      },
      hasWon: isOk,
      refusals: ["POST_CHANGED"],
    },
    "the label of a category": {
      prepare: async (name) => ({ path: "/blog/v3/categories", token: key, body: { category: { label: name } } }),
      hasWon: isOk,
      refusals: ["LABEL_TAKEN"],
    },
    "a value of a unique field": {
      prepare: async (name) => oneEach(() => insertion({ data: { code: name } })),
      hasWon: isOk,
      refusals: ["VALUE_TAKEN"],
    },
    "the ID of an item": {
      prepare: async (name) => oneEach((number) => insertion({ id: name, data: { number } })),
      hasWon: isOk,
      refusals: ["WDE0074"],
    },
    "the ID of a collection": {
      prepare: async (name) => ({
        path: "/wix-data/v2/collections",
        token: key,
        body: { collection: { id: name.replace("-", "_") } },
      }),
      hasWon: isOk,
      refusals: ["COLLECTION_EXISTS"],
    },
    "an invitation of staff, with a password": {
      async prepare(name) {
        const body = { recoveryToken: await invite(name), password: goodPassword };
        return { path: "/admin/api/_api/iam/recovery/v1/recover", token: await staff.visitorToken(), body };
      },
      hasWon: isSuccess,
      refusals: ["RECOVERY_TOKEN_INVALID"],
    },
    "an invitation of staff, with a passkey": {
      async prepare(name) {
        const [token, visitor] = [await invite(name), await staff.visitorToken()];
        const { accountId, webauthn } = await post(`${staffPath}/passkey`, { token }, visitor);
        const { challengeId, publicKeyCredentialCreationOptionsJson: options } = webauthn;
        const credential = createTestPasskey(staff.origin).make(options);
        const body = { token, passkey: { accountId, challengeId, credential }, firstName: "Eve" };
        return { path: `${staffPath}/invitation`, token: visitor, body };
      },
      hasWon: isSuccess,
      refusals: ["RECOVERY_TOKEN_INVALID", "PASSKEY_REFUSED"],
    },
    "the setup link": {
      async prepare(name) {
        const siteId = context.staffSite.site.id;
        await context.db.deleteFrom("staff").where("site_id", "=", siteId).execute();
        const visitor = await staff.visitorToken();
        const token = new URL((await createSetupLink(context, owner))!).hash.slice(1);
        return oneEach((number) => ({
          path: staffPath,
          token: visitor,
          body: { token, email: `${name}-${number}@example.com`, password: goodPassword },
        }));
      },
      hasWon: isSuccess,
      refusals: ["SETUP_LINK_INVALID"],
    },
  };
}

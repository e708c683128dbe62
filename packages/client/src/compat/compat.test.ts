import { createHash, randomBytes } from "node:crypto";
import { describe, expect, expectTypeOf, it } from "vitest";
import { posts as blogPosts } from "../blog/index.ts";
import {
  AppStrategy,
  authentication,
  createClient,
  createLocalTokenStorage,
  items,
  media,
  members,
  OAuthStrategy,
  posts,
  submissions,
  type TokenStorage,
  type Tokens,
  webhooks,
} from "./index.ts";
import { sha256 } from "./sha256.ts";

const tokens: Tokens = {
  accessToken: { value: "ACCESS", expiresAt: 4_102_444_800 },
  refreshToken: { value: "REFRESH", role: "visitor" },
};

/** A client as code for the platform's SDK creates it, whose requests are recorded. */
function connect(answer: object = {}) {
  const sent: Request[] = [];
  const client = createClient({
    host: "https://members.example",
    modules: { items, posts, authentication },
    auth: OAuthStrategy({ clientId: "app", tokens }),
    headers: { "x-first": "1" },
    fetch: async (input, init) => {
      sent.push(new Request(input, init));
      return Response.json(answer, { headers: { "X-Wix-Consistent": "C" } });
    },
  });
  const paths = () => sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  return { client, sent, paths };
}

describe("a client with the interface of the platform's SDK", () => {
  it("generates OAuth data without a promise", () => {
    const { client } = connect();
    const data = client.auth.generateOAuthData("https://me.example/callback", "https://me.example/");
    expect(data).toMatchObject({ redirectUri: "https://me.example/callback", originalUri: "https://me.example/" });
    expect([data.codeVerifier.length, data.state.length]).toEqual([43, 43]);
    expect(data.codeChallenge).toBe(createHash("sha256").update(data.codeVerifier).digest("base64url"));
    expect(client.auth.generatePKCE(128).codeVerifier).toHaveLength(128);
    expect(() => client.auth.generatePKCE(42)).toThrow("Expected a length between 43 and 128");
  });

  it("sends GraphQL requests without a module", async () => {
    const { client, paths } = connect({ data: { a: 1 } });
    expect(await client.graphql("{ a }", {}, { apiVersion: "alpha" })).toMatchObject({ data: { a: 1 } });
    expect(paths()).toEqual(["POST /graphql/alpha"]);
  });

  it("uses a module, several modules, or an event", async () => {
    const { client, paths } = connect({ posts: [] });
    await client.use(posts).listPosts();
    await client.use({ posts, items }).posts.listPosts();
    client.use(webhooks.apps.AppInstalled)(({ data }) => void data);
    expect(paths()).toEqual(["GET /v3/posts", "GET /v3/posts"]);
  });

  it("adds headers to calls of modules and fetch, but not to fetchWithAuth", async () => {
    const { client, sent } = connect({ posts: [] });
    client.setHeaders({ "x-second": "2" });
    await client.posts.listPosts();
    await client.fetch("/x");
    await client.fetchWithAuth("https://members.example/x");
    expect(sent.map(({ headers }) => [headers.get("x-first"), headers.get("x-second")])).toEqual([
      ["1", "2"],
      ["1", "2"],
      [null, null],
    ]);
    expect(sent.map(({ headers }) => headers.get("authorization"))).toEqual(["ACCESS", "ACCESS", "ACCESS"]);
    expect(sent.map(({ headers }) => headers.get("x-wix-consistent"))).toEqual([null, "C", "C"]);
  });

  it("verifies a second factor and exchanges an external login in authentication", async () => {
    const { client, paths } = connect();
    await client.authentication.verify("TOTP", { stateToken: "s", totpData: { code: "1" } });
    await client.authentication.signOn({ email: "a@b.co" });
    expect(paths()).toEqual([
      "POST /_api/iam/authentication/v2/TOTP/verify",
      "POST /_api/iam/authentication/v2/sign-on",
    ]);
  });

  it("reads and writes items of any shape", async () => {
    const { client, sent } = connect({ dataItem: { data: { _id: "1", title: "Soup" } }, dataItems: [] });
    const soup = await client.items.insert("Recipes", { title: "Soup" });
    expectTypeOf(soup.title).toBeAny();
    expect(soup.title.toUpperCase()).toBe("SOUP");
    const { items: found } = await client.items.query("Recipes").eq("title", "Soup").descending("minutes").find();
    expectTypeOf(found[0]?.title).toBeAny();
    await client.items.asyncRemoveByFilter("Recipes", client.items.filter().eq("title", "Soup"));
    await client.items.query<{ title: string }>("Recipes").eq("title", "Soup").find();
    expect(sent).toHaveLength(4);
  });

  it("has webhooks in the client", async () => {
    const { client } = connect();
    client.posts.onPostCreated(() => {});
    client.items.onDataItemCreated(() => {});
    await expect(client.webhooks.process("x")).rejects.toMatchObject({ code: "STRATEGY_CANNOT" });
    const app = createClient({ host: "https://members.example", auth: AppStrategy({ appId: "app", publicKey: "x" }) });
    await expect(app.webhooks.process("x")).rejects.toMatchObject({ name: "PorchlightError" });
  });

  it("has the enumerations of the platform's modules, as values and types", async () => {
    const { client, sent } = connect({ posts: [] });
    await client.posts.listPosts({ sort: posts.GetPostsSort.TITLE_ASC, fieldsets: [posts.PostFieldField.URL] });
    expect(new URL(sent[0]!.url).search).toBe("?sort=TITLE_ASC&fieldsets=URL");
    expect(members.Set).toEqual({ PUBLIC: "PUBLIC", EXTENDED: "EXTENDED", FULL: "FULL" });
    expect(submissions.SubmissionStatus.PAYMENT_WAITING).toBe("PAYMENT_WAITING");
    expectTypeOf<members.Set>().toEqualTypeOf<"PUBLIC" | "EXTENDED" | "FULL">();
    expectTypeOf(members.Set.FULL).toEqualTypeOf<"FULL">();
    // Other entries have the modules alone.
    expect(Object.keys(blogPosts)).toEqual([]);
  });

  it("has types in its modules", () => {
    expectTypeOf<posts.Post["title"]>().toEqualTypeOf<string>();
    expectTypeOf<items.WixDataItem["anything"]>().toBeAny();
  });

  it("signs in with tokens of its own storage", () => {
    let stored: Tokens | undefined;
    const tokenStorage: TokenStorage = {
      getTokens: () => stored ?? tokens,
      setTokens: (next) => {
        stored = next;
      },
    };
    const auth = OAuthStrategy({ clientId: "app", tokenStorage });
    const client = createClient({ host: "https://members.example", auth });
    expect(client.auth.loggedIn()).toBe(false);
    void client.auth.setTokens({ ...tokens, refreshToken: { value: "R", role: "member" } });
    expect(client.auth.loggedIn()).toBe(true);
    expect(stored?.refreshToken.value).toBe("R");
  });

  it("returns media URLs of the server, in sizes that it has", () => {
    connect();
    const image = "wix:image://v1/a1.jpg/a%20boat.jpg#originWidth=800&originHeight=600";
    const url = "https://members.example/media/a1.jpg";
    expect(media.getImageUrl(image)).toEqual({
      ...{ id: "a1.jpg", url, width: 800, height: 600 },
      ...{ altText: "a boat.jpg", filename: "a boat.jpg" },
    });
    expect(media.getScaledToFillImageUrl(image, 300, 170, {})).toBe(`${url}/v1/fill/w_320,h_180`);
    expect(media.getScaledToFillImageUrl(image, 100, 100, {})).toBe(`${url}/v1/fill/w_160,h_160`);
    expect(media.getScaledToFillImageUrl(image, 9000, 90, {})).toBe(`${url}/v1/fill/w_2560,h_1280`);
    expect(media.getScaledToFitImageUrl(image, 1000, 300, {})).toBe(`${url}/v1/fit/w_480`);
    expect(media.getVideoUrl("wix:video://v1/v/clip.mp4#posterUri=p.jpg&posterWidth=64&posterHeight=48")).toEqual({
      ...{ id: "v", url: "https://members.example/media/v", filename: "clip.mp4" },
      thumbnail: "wix:image://v1/p.jpg#originWidth=64&originHeight=48",
    });
    expect(media.getDocumentUrl("wix:document://v1/ugd/d.pdf/my%.pdf")).toMatchObject({
      id: "d.pdf",
      filename: "my%.pdf",
    });
    expect(media.getAudioUrl("wix:audio://v1/a.mp3/b.mp3#duration=3")).toMatchObject({ id: "a.mp3", duration: 3 });
    expect(media.getScaledToFitImageUrl("https://elsewhere.example/a.jpg", 1, 1, {})).toBe(
      "https://elsewhere.example/a.jpg",
    );
    expect(() => media.getImageUrl("boat")).toThrow('"boat" is not an address of the type image.');
  });

  it("takes a function for the strategy, and a storage in memory", async () => {
    const tokenStorage = createLocalTokenStorage(tokens);
    const client = createClient({
      host: "https://members.example",
      auth: () => OAuthStrategy({ clientId: "app", tokenStorage }),
    });
    expectTypeOf(client.auth.getTokens()).toEqualTypeOf<Tokens>();
    expect(client.auth.getTokens()).toEqual(tokens);
    await client.auth.setTokens({ ...tokens, refreshToken: { value: "R", role: "member" } });
    expect(await tokenStorage.getTokens()).toMatchObject({ refreshToken: { value: "R" } });
  });

  it("requires a host", () => {
    const options = { auth: OAuthStrategy({ clientId: "app" }) } as Parameters<typeof createClient>[0];
    expect(() => createClient(options)).toThrow(/^createClient: host must be/);
  });
});

it("sha256 agrees with Node for messages of every length around the block size", () => {
  for (let length = 0; length < 200; length++) {
    const message = randomBytes(length);
    expect(Buffer.from(sha256(message)).toString("hex")).toBe(createHash("sha256").update(message).digest("hex"));
  }
});

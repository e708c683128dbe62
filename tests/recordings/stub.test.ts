import { createContractStub, type PostFixture } from "@porchlight/client/testing";
import { describe, expect, it } from "vitest";
import { expectRecordedShape } from "./recorded-shape.ts";
import { exchangesOf, type FixtureFile, readRecordings } from "./recording.ts";

/**
 * Sends the recorded requests of the original client to the stub of the testing kit. The response must have every
 * member that the client reads, with the recorded type.
 */
const recordedPostId = "11111111-1111-4111-8111-111111111111";
const recordedPost: PostFixture = { id: recordedPostId, title: "Recorded" };
const email = "a@b.co";
const password = "a long walk by the sea";

function recorded(file: FixtureFile, name: string) {
  const recording = readRecordings(file).find((candidate) => candidate.name === name);
  const [exchange] = recording ? exchangesOf(recording) : [];
  if (!exchange) throw new Error(`There is no recording "${name}" in ${file}.`);
  return exchange;
}

const stubWith = (settings: { emailVerification?: boolean; ownerApproval?: boolean; isKnown?: boolean }) =>
  createContractStub({
    ...settings,
    members: settings.isKnown ? [{ email, password }] : [],
    // More than one page.
    posts: Array.from({ length: 60 }, (_, index) => (index === 0 ? recordedPost : { title: `Post ${index}` })),
  });

/** Sends a recorded request as a visitor, with `replaced` members in its body. */
async function send(
  stub: ReturnType<typeof stubWith>,
  { method, path, query, body }: ReturnType<typeof recorded>["request"],
  replaced: object = {},
) {
  const post = (address: string, content: object, token = "") =>
    stub.fetch(`https://porchlight.test${address}`, {
      method,
      headers: { authorization: token },
      ...(method !== "GET" && { body: JSON.stringify(content) }),
    });
  const visitor = await stub.fetch("https://porchlight.test/oauth2/token", {
    method: "POST",
    body: JSON.stringify({ grantType: "anonymous" }),
  });
  const { access_token: token } = (await visitor.json()) as { access_token: string };
  const answer = await post(query ? `${path}?${query}` : path, { ...(body as object), ...replaced }, token);
  return { status: answer.status, body: (await answer.json()) as { state?: string; post?: object; posts?: object[] } };
}

const ownProfile = { identityProfile: ["emails", "privacyStatus"] };

describe("recordings, the stub of the testing kit", () => {
  it.each([
    ["strategy.register success", { emailVerification: false }, { password }],
    ["strategy.register owner approval", { emailVerification: false, ownerApproval: true }, { password }],
    ["strategy.register email verification", { emailVerification: true }, { password }],
    ["strategy.login success", { isKnown: true }, { password }],
    ["loginV2", { isKnown: true }, { password }],
    ["validateEmail", {}, {}],
  ])("auth: %s", async (name, settings, replaced) => {
    const { request, cannedResponse } = recorded("auth", name);
    const { status, body } = await send(stubWith(settings), request, replaced);
    expect(status).toBe(200);
    expectRecordedShape(body, cannedResponse.body, ownProfile);
    expect(body.state).toBe((cannedResponse.body as { state?: string }).state);
  });

  it.each([
    ["strategy.register duplicate email", { isKnown: true }, { loginId: { email }, password }],
    ["strategy.register invalid email", {}, { loginId: { email: "nobody" }, password }],
    ["strategy.login wrong password", { isKnown: true }, { password: "wrong password" }],
  ])("auth, rejected: %s", async (name, settings, replaced) => {
    const { request, cannedResponse } = recorded("auth", name);
    const { status, body } = await send(stubWith(settings), request, replaced);
    expect(Math.floor(status / 100)).toBe(4);
    const codeOf = (answer: unknown) => {
      const { details } = answer as {
        details: { applicationError?: { code: string }; validationError?: { fieldViolations: { data: object }[] } };
      };
      return details.applicationError?.code ?? details.validationError?.fieldViolations[0]?.data;
    };
    expect(codeOf(body)).toEqual(codeOf(cannedResponse.body));
  });

  it.each([
    ["recovery", "auth.sendPasswordResetEmail"],
    ["redirects", "getAuthUrl default (fragment, login)"],
    ["redirects", "logout"],
    ["tokens", "anonymous grant"],
    ["blog", "listPosts no args"],
    ["blog", "getPost"],
    ["blog", "getPostMetrics"],
    ["blog", "getTotalPosts"],
    ["blog", "queryPosts builder default"],
  ] as const)("%s: %s", async (file, name) => {
    const { request, cannedResponse } = recorded(file, name);
    const { status, body } = await send(stubWith({ isKnown: true }), request);
    expect(status).toBe(200);
    // The members of a post are compared with the real server elsewhere.
    const returnedMembers = Object.keys(body.post ?? body.posts?.[0] ?? {});
    expectRecordedShape(body, cannedResponse.body, {
      post: returnedMembers,
      "posts[0]": returnedMembers,
      queryParams: [],
      media: ["displayed", "custom"],
      richContent: ["nodes"],
      cursors: ["next"],
    });
  });

  it("recovery: recover", async () => {
    const stub = stubWith({ isKnown: true });
    await send(stub, recorded("recovery", "auth.sendPasswordResetEmail").request, { email });
    const { request, cannedResponse } = recorded("recovery", "recover");
    const { recoveryToken } = stub.emails.at(-1) ?? {};
    const { status, body } = await send(stub, request, { recoveryToken, password });
    expect(status).toBe(200);
    expectRecordedShape(body, cannedResponse.body, ownProfile);
  });
});

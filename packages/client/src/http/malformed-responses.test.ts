import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  authentication,
  captcha,
  factors,
  memberSessions,
  oauth,
  passkeys,
  recovery,
  verification,
} from "../auth/index.ts";
import { categories, posts, tags } from "../blog/index.ts";
import { forms, submissions } from "../forms/index.ts";
import {
  createClient,
  type ErrorKind,
  graphql,
  isPorchlightError,
  type LoginResult,
  lazyModule,
  OAuthStrategy,
  requestEvents,
  withExternalLogin,
  withHostedLogin,
  withSecondFactor,
} from "../index.ts";
import { account, customFields, memberAbouts, memberBlocks, memberPrivacy, members } from "../members/index.ts";
import { redirects } from "../redirects/index.ts";
import { publishedPages, sitePages, siteRedirects } from "../site/index.ts";

/** Values that a contract-conforming server never returns. */
const hostile = [
  null,
  [],
  [null],
  {},
  "text",
  7,
  true,
  { state: 5, sessionToken: {}, stateToken: [] },
  { state: "SUCCESS", identity: null, additionalData: 3 },
  { state: "REQUIRE_MFA", mfaChallengeData: { availableFactors: 3 } },
  { state: "MFA_CHALLENGE", mfaChallengeData: null, additionalData: null },
  { redirectSession: { fullUrl: "no address", urlDetails: null } },
  { redirectSession: { fullUrl: 5 } },
  { webauthn: null },
  { webauthn: { challengeId: 5, publicKeyCredentialRequestOptionsJson: "{" } },
  { webauthn: { challengeId: "c", publicKeyCredentialRequestOptionsJson: "null" }, factor: {} },
  { webauthn: { challengeId: "c", publicKeyCredentialRequestOptionsJson: '{"challenge":"é"}' } },
  { webauthn: { challengeId: "c", publicKeyCredentialCreationOptionsJson: "{}" }, factor: { _id: 5 } },
  { state: "MFA_CHALLENGE", mfaChallengeData: { webauthn: { publicKeyCredentialRequestOptionsJson: "[" } } },
  { proofOfWork: {} },
  { proofOfWork: { challenge: 1, salt: "é", iterations: 1, numbers: 1, target: "" } },
  { proofOfWork: { challenge: "c", salt: "c2FsdA", iterations: -1, numbers: 2, target: "x" } },
  { proofOfWork: { challenge: "c", salt: "c2FsdA", iterations: "many", numbers: 2, target: "x" } },
  { provider: "another", siteKey: "k", scriptUrl: "https://provider.example/s.js" },
  { posts: 5, post: 5, member: 5, factors: 5, sessions: [5], pagingMetadata: null, items: "x" },
  { posts: [null], categories: [1], tags: [[]], metaData: [], pagingMetadata: { cursors: 5 } },
  { body: "not base64 é", statusCode: "x", headers: 5 },
  { access_token: 5, refresh_token: [], expires_in: "soon" },
  { details: { validationError: { fieldViolations: [null, 5, { field: null }] } } },
  { details: { applicationError: 5 }, message: [] },
  { details: [], error: {}, error_description: 7 },
];

const member = {
  accessToken: { value: "access", expiresAt: 4_102_444_800 },
  refreshToken: { value: "refresh", role: "member" as const },
};
const mfa: LoginResult = { loginState: "MFA_REQUIRED", data: { stateToken: "s", factors: [] } };
const verify: LoginResult = { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: "s" } };
const signIn = { email: "a@b.co", password: "p" };

function connect(body: unknown, status: number) {
  const respondWithBody = async () => new Response(JSON.stringify(body), { status });
  return createClient({
    host: "https://api.example",
    auth: withExternalLogin(withHostedLogin(withSecondFactor(OAuthStrategy({ clientId: "app", tokens: member })))),
    modules: {
      ...{ account, authentication, captcha, categories, factors, forms, graphql, memberSessions, members, oauth },
      ...{ posts, recovery, redirects, submissions, tags, verification },
      ...{ customFields, memberAbouts, memberBlocks, memberPrivacy },
      ...{ publishedPages, sitePages, siteRedirects },
      passkeys: lazyModule(async () => passkeys),
    },
    observe: requestEvents(),
    environment: {
      page: () => ({
        origin: "https://me.example",
        openFrame: () => ({ source: () => 0, remove() {} }),
        onMessage: () => () => {},
      }),
      setTimeout: (run) => setTimeout(run),
    },
    fetch: respondWithBody,
  });
}
type Client = ReturnType<typeof connect>;

const calls: Record<string, (client: Client) => Promise<unknown>> = {
  register: ({ auth }) => auth.register(signIn),
  login: ({ auth }) => auth.login(signIn),
  processVerification: ({ auth }) => auth.processVerification({ code: "1" }, verify),
  resendVerification: ({ auth }) => auth.resendVerification(verify),
  requestFactor: ({ auth }) => auth.requestFactor({ factorType: "PUSH" }, mfa),
  verifyFactor: ({ auth }) => auth.verifyFactor({ factorType: "TOTP", code: "1" }, mfa),
  completeLogin: ({ auth }) => auth.completeLogin("s"),
  silentLogin: ({ auth }) => auth.silentLogin(),
  getAuthUrl: ({ auth }) => auth.getAuthUrl({ codeChallenge: "c", state: "s", redirectUri: "https://me.example" }),
  getMemberTokens: ({ auth }) => auth.getMemberTokens("c", "s", { state: "s", codeVerifier: "v" }),
  generateVisitorTokens: ({ auth }) => auth.generateVisitorTokens(),
  renewToken: ({ auth }) => auth.renewToken(member.refreshToken),
  logout: ({ auth }) => auth.logout("https://me.example"),
  sendPasswordResetEmail: ({ auth }) => auth.sendPasswordResetEmail("a@b.co", "https://me.example"),
  "external login": ({ auth }) => auth.getMemberTokensForExternalLoginWithSession("a@b.co", "key"),
  registerV2: (client) => client.authentication.registerV2({ email: "a@b.co" }),
  "authentication.logout": (client) =>
    client.authentication.logout({ postLogoutRedirectUri: "https://me.example", clientId: "app" }),
  verify: (client) => client.factors.verify("TOTP", { stateToken: "s" } as never),
  listFactors: (client) => client.factors.listFactors(),
  addFactor: (client) => client.factors.addFactor({ type: "TOTP" }),
  activateFactor: (client) => client.factors.activateFactor("f", "1"),
  listSessions: (client) => client.memberSessions.listSessions(),
  getCaptcha: (client) => client.captcha.getCaptcha(),
  solveCaptcha: (client) => client.captcha.solveCaptcha({ purpose: "login", kind: "silent" }),
  signInWithPasskey: (client) => client.passkeys.signInWithPasskey(),
  verifyWithPasskey: (client) => client.passkeys.verifyWithPasskey({ stateToken: "s" }),
  createPasskey: (client) => client.passkeys.createPasskey(),
  recover: (client) => client.recovery.recover("t", { password: "p" }),
  getCurrentMember: (client) => client.members.getCurrentMember(),
  updateMember: (client) => client.members.updateMember("m", {}),
  getMember: (client) => client.members.getMember("m"),
  listMembers: (client) => client.members.listMembers(),
  queryMembers: (client) => client.members.queryMembers().find(),
  createMember: (client) => client.members.createMember({ member: { loginEmail: "a@b.co" } }),
  getMemberJob: (client) => client.members.getMemberJob("j"),
  bulkDeleteMembers: (client) => client.members.bulkDeleteMembers(["m"]),
  getMemberAbout: (client) => client.memberAbouts.getMemberAbout("a"),
  queryMemberAbouts: (client) => client.memberAbouts.queryMemberAbouts().find(),
  getPublishedPage: (client) => client.publishedPages.getPublishedPage("p"),
  getSitePage: (client) => client.sitePages.getSitePage("p"),
  listSitePages: (client) => client.sitePages.listSitePages(),
  listSiteRedirects: (client) => client.siteRedirects.listSiteRedirects(),
  getCustomField: (client) => client.customFields.getCustomField("f"),
  listCurrentMemberBlocking: (client) => client.memberBlocks.listCurrentMemberBlocking(),
  getDefaultPrivacyStatus: (client) => client.memberPrivacy.getDefaultPrivacyStatus(),
  getAccountSummary: (client) => client.account.getAccountSummary(),
  listPosts: (client) => client.posts.listPosts(),
  queryPosts: (client) => client.posts.queryPosts().find(),
  "next page": async (client) => (await client.posts.queryPosts().find()).next(),
  queryTags: (client) => client.tags.queryTags().find(),
  queryCategories: (client) => client.categories.queryCategories().find(),
  getForm: (client) => client.forms.getForm("f"),
  listForms: (client) => client.forms.listForms("wix.form_app.form"),
  queryForms: (client) => client.forms.queryForms().find(),
  createSubmission: (client) => client.submissions.createSubmission({ formId: "f", submissions: {} }),
  querySubmission: (client) => client.submissions.querySubmission({}),
  querySubmissionsByNamespace: (client) => client.submissions.querySubmissionsByNamespace().find(),
  uploadFile: (client) => client.submissions.uploadFile("f", new File(["x"], "x.txt")),
  getSubmissionDownloadUrl: (client) => client.submissions.getSubmissionDownloadUrl("s"),
  downloadSubmission: (client) => client.submissions.downloadSubmission("s", "t"),
  upsertContactFromSubmission: (client) => client.submissions.upsertContactFromSubmission("s"),
  graphql: (client) => client.graphql("{ x }"),
  "oauth.token": (client) => client.oauth.token({ grantType: "anonymous", clientId: "app" } as never),
  createRedirectSession: (client) => client.redirects.createRedirectSession({ login: {} } as never),
};

describe("a malformed response", () => {
  beforeEach(() => {
    // A browser with passkey support but no passkeys.
    vi.stubGlobal("PublicKeyCredential", () => {});
    vi.stubGlobal("navigator", { credentials: { get: async () => null, create: async () => null } });
    vi.stubGlobal("location", { href: "https://me.example/", origin: "https://me.example", protocol: "https:" });
  });
  afterEach(() => vi.unstubAllGlobals());

  it.each(Object.keys(calls))("%s resolves or rejects with a PorchlightError of a known kind", async (name) => {
    const wrong: string[] = [];
    for (const status of [200, 201, 302, 400, 401, 403, 404, 408, 409, 418, 429, 500, 503])
      for (const body of hostile) {
        const fault = faultOf(await calls[name]?.(connect(body, status)).catch((error: unknown) => error ?? "nothing"));
        if (fault) wrong.push(`${status} ${JSON.stringify(body)}: ${fault}`);
      }
    expect(wrong).toEqual([]);
  });
});

/** A list whose completeness the compiler checks. */
const kinds = Object.keys({
  ...{ network: 0, timeout: 0, aborted: 0, rateLimited: 0, unavailable: 0, unauthenticated: 0, forbidden: 0 },
  ...{ notFound: 0, conflict: 0, invalid: 0, captcha: 0, misconfigured: 0, contract: 0 },
} satisfies Record<ErrorKind, 0>);

/** Why an outcome is wrong, if it is. */
function faultOf(outcome: unknown): string | undefined {
  const isFailure = Object(outcome).loginState === "FAILURE";
  if (!(outcome instanceof Error) && !isFailure) return undefined;
  if (!isFailure && !isPorchlightError(outcome)) return String(outcome);
  const { kind, code, message, error, retryable } = Object(outcome);
  const expectedMessage = isFailure ? error : message;
  if (!kinds.includes(kind)) return `the kind ${kind}`;
  if (typeof expectedMessage !== "string" || expectedMessage === "") return `the message ${expectedMessage}`;
  if (!isFailure && (typeof code !== "string" || code === "" || typeof retryable !== "boolean"))
    return `the code ${code}`;
  return undefined;
}

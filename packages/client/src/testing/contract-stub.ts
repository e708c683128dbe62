import { authorizePath } from "@porchlight/contract/auth/endpoints";
import { pathAliases } from "@porchlight/contract/endpoint";
import type { SubmissionStatus } from "@porchlight/contract/forms/form-values";
import type { FormSubmission } from "@porchlight/contract/forms/submission";
import { decodeQuery } from "@porchlight/contract/wire/request-encoding";
import type { Tokens } from "../auth/tokens/tokens.ts";
import type { Page, PageMessage } from "../environment.ts";
import { authRoutes, createSessionToken, endSessions, issueTokens } from "./stub-auth.ts";
import { formRoutes } from "./stub-forms.ts";
import { memberRoutes } from "./stub-members.ts";
import { postRoutes } from "./stub-posts.ts";
import { authorize, redirectRoutes, stubHost } from "./stub-redirects.ts";
import { errorResponse, StubError, type StubResponse } from "./stub-responses.ts";
import {
  addForm,
  addMember,
  addPost,
  createState,
  type FormFixture,
  findMember,
  type MemberFixture,
  type PostFixture,
  type StubEmail,
  type StubOptions,
} from "./stub-state.ts";

/** A request that the stub received. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** In wire format. */
  readonly body: unknown;
}

/** An in-memory server of the contract. Nothing leaves the process. */
export interface ContractStub {
  /** For `createClient`. */
  readonly fetch: typeof fetch;
  /** For `environment.page`: hidden frames also respond from memory. */
  page(): Page;
  /** Received requests, oldest first. */
  readonly requests: readonly SentRequest[];
  /** Emails that a server would have sent, oldest first. */
  readonly emails: readonly StubEmail[];
  addMember(member: MemberFixture): { id: string };
  addPost(post: PostFixture): { id: string; slug: string };
  /** Adds a form; fields, steps and rules without an id get one. */
  addForm(form: FormFixture): { id: string };
  /** Stored submissions in wire format, oldest first. */
  readonly submissions: readonly FormSubmission[];
  /** Changes the status of a submission, as an owner or the report of a payment page does. */
  setSubmissionStatus(id: string, status: SubmissionStatus): void;
  /** Tokens of a member, as after a sign-in. */
  createTokens(email: string): Tokens;
  /** A session token of a member, as `login` returns it. */
  createSessionToken(email: string): string;
  /** Ends all sessions of the member, as an owner does: the client emits `sessionLost` with its next call. */
  endSessions(email: string): void;
  /**
   * Signs a member in at the hosted page with a URL of `getAuthUrl`. Returns the redirect target, which the page at
   * `redirectUri` passes to `parseFromUrl`. Without a member the response is `login_required`.
   */
  openHostedPage(authUrl: string, email?: string): string;
  /**
   * Overrides the response for requests whose path ends with `path`, until the returned function is called:
   * `stub.respond("/v2/login", errorResponse("-19971"))`, `stub.respond("/v3/posts", "network error")`.
   */
  respond(
    path: string,
    response: StubResponse | ((request: SentRequest) => StubResponse | Promise<StubResponse>),
  ): () => void;
}

/** The client uses them as messages if the body has none. */
const statusTexts: Record<number, string> = {
  200: "OK",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** Creates a stub with these members, posts and forms. */
export function createContractStub(options: StubOptions = {}): ContractStub {
  const state = createState(options);
  const routes = [authRoutes, redirectRoutes, memberRoutes, postRoutes, formRoutes].flatMap((createRoutes) =>
    createRoutes(state),
  );
  const patterns = routes.map(({ endpoint }) =>
    pathAliases(endpoint).map(
      (path) => new RegExp(`^${path.replaceAll(".", "\\.").replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`),
    ),
  );
  const requests: SentRequest[] = [];
  const overrides = new Set<readonly [string, Parameters<ContractStub["respond"]>[1]]>();

  function memberOf(email: string) {
    const member = findMember(state, email);
    if (!member) throw new Error(`The stub has no member ${email}.`);
    return member;
  }

  async function respond(request: Request): Promise<StubResponse> {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const sent = {
      method: request.method,
      path: pathname,
      query: search.slice(1),
      // Uploads have bytes of any kind.
      body: text && request.method !== "PUT" ? JSON.parse(text) : undefined,
    };
    requests.push(sent);
    for (const [path, response] of overrides)
      if (pathname.endsWith(path)) return typeof response === "function" ? response(sent) : response;
    if (sent.method === "GET" && pathname === authorizePath)
      return { status: 302, headers: { location: stub.openHostedPage(request.url) } };

    for (const [index, { endpoint, respond: response, isOpen }] of routes.entries()) {
      const found =
        endpoint.method === sent.method && patterns[index]?.map((pattern) => pattern.exec(pathname)).find(Boolean);
      if (!found) continue;
      const subject = state.accessTokens.get(request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "");
      const member = state.members.find(({ id }) => id === subject?.memberId);
      if (!isOpen && (!subject || (subject.memberId && member?.status !== "ACTIVE")))
        return errorResponse("UNAUTHENTICATED");
      const params = Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
      );
      const context = { member, visitorId: subject?.visitorId };
      return { body: await response({ params, query: decodeQuery(search), body: sent.body ?? {}, ...context }) };
    }
    const missing = errorResponse("NOT_FOUND");
    return {
      ...missing,
      body: { ...Object(missing.body), message: `The stub has no ${sent.method} ${pathname}: give it an answer.` },
    };
  }

  const stub: ContractStub = {
    requests,
    emails: state.emails,
    async fetch(input, init) {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      const response = await respond(request).catch((error: unknown) => {
        if (error instanceof StubError) return error.response;
        // The client takes a `TypeError` of a fetch for a network failure.
        if (error instanceof TypeError) return errorResponse("MALFORMED_REQUEST");
        throw error;
      });
      request.signal.throwIfAborted();
      if (response === "network error") throw new TypeError("fetch failed");
      const { status = 200, body, headers } = response;
      return new Response(body === undefined ? null : JSON.stringify(body), {
        status,
        statusText: statusTexts[status] ?? "",
        headers: { "content-type": "application/json", "x-wix-request-id": `stub-${requests.length}`, ...headers },
      });
    },
    page() {
      const listeners = new Set<(message: PageMessage) => void>();
      return {
        origin: "https://site.test",
        openFrame(url) {
          const source = {};
          const data = authorize(state, url).answer;
          queueMicrotask(() => {
            for (const listener of [...listeners]) listener({ data, origin: stubHost, source });
          });
          return { source: () => source, remove: () => undefined };
        },
        onMessage(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      };
    },
    addMember: (member) => addMember(state, member),
    addPost: (post) => addPost(state, post),
    addForm: (form) => addForm(state, form),
    get submissions() {
      return state.submissions.map(({ submission }) => submission);
    },
    setSubmissionStatus(id, status) {
      const stored = state.submissions.find(({ submission }) => submission.id === id);
      if (!stored) throw new Error(`The stub has no submission ${id}.`);
      const { submission } = stored;
      const revision = String(Number(submission.revision) + 1);
      stored.submission = { ...submission, status, revision, updatedDate: new Date().toISOString() };
    },
    createTokens(email) {
      const { access_token, expires_in, refresh_token } = issueTokens(state, { memberId: memberOf(email).id });
      return {
        accessToken: { value: access_token, expiresAt: Math.floor(Date.now() / 1000) + expires_in },
        refreshToken: { value: refresh_token, role: "member" },
      };
    },
    createSessionToken: (email) => createSessionToken(state, memberOf(email)),
    endSessions: (email) => endSessions(state, memberOf(email)),
    openHostedPage(authUrl, email) {
      const {
        redirectUri = "",
        responseMode,
        answer: response,
      } = authorize(state, authUrl, email ? memberOf(email) : undefined);
      const address = new URL(redirectUri);
      address[responseMode === "query" ? "search" : "hash"] = new URLSearchParams(response).toString();
      return address.href;
    },
    respond(path, response) {
      const entry = [path, response] as const;
      overrides.add(entry);
      return () => overrides.delete(entry);
    },
  };
  return stub;
}

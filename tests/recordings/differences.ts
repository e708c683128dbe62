import { isPorchlightError, type LoginFailure, type PorchlightError } from "@porchlight/client";
import { expect } from "vitest";
import { exchangesOf, type FixtureFile, type Recording, revive } from "./recording.ts";
import type { Replay, ReplayOptions } from "./replay-client.ts";

/** A recording that documents a fault of the original client, and the behavior of this client. */
export interface Difference {
  /** Row of the difference table, or of the guarantees of the client. */
  reason: string;
  options?: ReplayOptions;
  /** Checks the requests. Default: compares them with the recording. */
  requests?(outcome: Replay, recording: Recording): void;
  /** Checks the result or the error. */
  outcome(outcome: Replay, recording: Recording): void;
}

type Exchange = ReturnType<typeof exchangesOf>[number];

const failed = (facts: Partial<LoginFailure>) => (outcome: Replay) => {
  expect(outcome.error).toBeUndefined();
  expect(outcome.result).toMatchObject({ loginState: "FAILURE", ...facts });
};

/** `error` is JSON text in the recording, but its message in this client; `details` has the rest. */
const sentence = (kind: string): Difference => ({
  reason: "`error` is a sentence; `details` holds the rest",
  outcome(outcome, { sdkResult }) {
    const { error: text, ...recorded } = sdkResult as { error: string };
    const { message, details } = JSON.parse(text) as { message: string; details: object };
    expect(outcome.result).toMatchObject({ ...recorded, kind, error: message, details });
  },
});

const thrown = (outcome: Replay): PorchlightError => {
  expect(isPorchlightError(outcome.error), String(outcome.error)).toBe(true);
  return outcome.error as PorchlightError;
};

const threw = (facts: Partial<PorchlightError>) => (outcome: Replay) => {
  expect(thrown(outcome)).toMatchObject(facts);
};

/** The same request, twice more. */
const sentThreeTimes = (outcome: Replay, recording: Recording) => {
  const [exchange] = exchangesOf(recording);
  expect(outcome.sent).toHaveLength(3);
  for (const { method, path } of outcome.sent) {
    expect([method, path]).toEqual([exchange?.request.method, exchange?.request.path]);
  }
};

const success = (result: unknown): Difference => ({
  reason: "a success thrown: ours succeeds",
  outcome: (outcome) => expect(outcome.result).toEqual(result),
});

/** Like the recording, without these members. */
const listed = (error: object) => (outcome: Replay, recording: Recording) => {
  expect(outcome.result).toEqual({ ...(recording.sdkResult as object), errors: [{ name: "BulkError", ...error }] });
};

const noneLeft = (outcome: Replay) => {
  expect(outcome.page).toEqual({ frames: 0, listeners: 0 });
};

export const differences: Partial<Record<FixtureFile, Record<string, Difference>>> = {
  auth: {
    "strategy.register STATUS_CHECK becomes FAILURE": {
      reason: "a known state called unknown: ours adds the kind",
      outcome: failed({ error: "Unknown _state", kind: "forbidden" }),
    },
    "strategy.register duplicate email": sentence("conflict"),
    "strategy.register invalid email": {
      reason: "`details` holds the rest",
      outcome: failed({ error: "must be a well-formed email address", errorCode: "invalidEmail", kind: "invalid" }),
    },
    "strategy.register captcha missing": sentence("captcha"),
    "strategy.register captcha invalid": sentence("captcha"),
    "strategy.register other application error": sentence("forbidden"),
    "strategy.login wrong password": sentence("unauthenticated"),
    "strategy.login reset password": sentence("unauthenticated"),
    "strategy.login captcha missing": sentence("captcha"),
    "strategy.login captcha invalid": sentence("captcha"),
    "strategy.login unknown email (any other code)": sentence("notFound"),
    "strategy.login MFA state becomes FAILURE": {
      reason: "a second step is a dead end: ours goes on",
      outcome: (outcome) =>
        expect(outcome.result).toEqual({
          loginState: "MFA_REQUIRED",
          data: { stateToken: "ST", factors: [{ factorType: "SMS", hint: "**1" }] },
        }),
    },
    "strategy.login validation error (crash)": {
      reason: "a TypeError: ours is a FAILURE",
      outcome: failed({ error: "bad", errorCode: "invalidEmail", kind: "invalid" }),
    },
    "strategy.login 500 (crash)": {
      reason: "an outage called invalidEmail: ours tells the kind",
      outcome: failed({
        error: "System error occurred, request-id: REQ-9",
        errorCode: "invalidEmail",
        kind: "unavailable",
        requestId: "REQ-9",
      }),
    },
  },
  blog: {
    "getPost id needing escape is NOT escaped": {
      reason: "path injection: ours encodes segments",
      requests: (outcome) =>
        expect(outcome.sent).toMatchObject([{ path: "/v3/posts/a%2Fb%20c%3Fd", query: [["postId", "a/b c?d"]] }]),
      outcome: (outcome) => expect(outcome.result).toEqual({ post: { _id: "x" } }),
    },
    "queryPosts or/not": {
      reason: "not() drops earlier conditions: ours joins them",
      requests(outcome, recording) {
        const [exchange] = exchangesOf(recording);
        const earlier = { $or: [{ title: "a" }, { title: "b" }] };
        const recorded = exchange?.request.body as { query: { filter: object } };
        expect(outcome.sent).toMatchObject([{ method: "POST", path: "/v3/posts/query" }]);
        expect(outcome.sent[0]?.body).toEqual({
          query: { ...recorded.query, filter: { $and: [earlier, recorded.query.filter] } },
        });
      },
      outcome: (outcome) => expect(outcome.result).toEqual([]),
    },
    "graphql failure": {
      reason: "only a status: ours has the details",
      outcome: threw({
        message: "System error occurred",
        kind: "unavailable",
        code: "ISE",
        status: 500,
        details: { applicationError: { description: "x", code: "ISE", data: {} }, requestId: null },
      }),
    },
    "listPosts with a query string over 4000 chars stays GET (no fallback declared)": {
      reason: "none: the recording shortens the query string",
      requests(outcome, recording) {
        const [request] = outcome.sent;
        const [[, requested]] = recording.chain as [[string, { categoryIds: string[] }]];
        expect(outcome.sent).toHaveLength(1);
        expect(request).toMatchObject({ method: "GET", path: "/v3/posts" });
        expect(request?.query).toEqual(requested.categoryIds.map((id) => ["categoryIds", id]));
        expect(new URLSearchParams(request?.query).toString()).toHaveLength(5879);
      },
      outcome: (outcome) => expect(outcome.result).toEqual({ posts: [] }),
    },
  },
  data: {
    bulkInsert: {
      reason: "none: an error's message is lost where it is recorded",
      outcome: listed({ code: "WDE0004", message: "bad", item: { a: 2 }, originalIndex: 1 }),
    },
    "bulkInsert duplicate is skipped": {
      reason: "conflicts hidden: counted the same, and listed",
      outcome: listed({ code: "WDE0074", message: "exists", item: { _id: "1" }, originalIndex: 0 }),
    },
    bulkPatch: {
      reason: "unexplained failures hidden: counted the same, and listed",
      outcome: listed({
        code: "UNKNOWN",
        message: "The response does not contain the result of this item.",
        item: "2",
        originalIndex: 1,
      }),
    },
    "server hook error WDE0078": {
      reason: "thrown as the hook's own error: ours is of this package and has that as its cause",
      outcome(outcome) {
        const thrownByHook = { name: "MyErr", message: "from hook", code: "C" };
        threw({ message: "from hook", code: "C", kind: "invalid", status: 400, cause: thrownByHook })(outcome);
      },
    },
    "server 500": {
      reason: "code is a number: ours has the specification's form",
      outcome: threw({
        message: "System error occurred, request-id: R",
        kind: "unavailable",
        code: "INTERNAL_SERVER_ERROR",
        status: 500,
        requestId: "R",
      }),
    },
    "server 4xx without details": {
      reason: "code is a number: ours is UPPER_SNAKE of the status text",
      outcome: threw({
        message: "no such",
        kind: "notFound",
        code: "NOT_FOUND",
        status: 404,
        details: { applicationError: { description: "no such", code: "NOT_FOUND", data: {} }, requestId: "R" },
      }),
    },
  },
  "direct-login": {
    "direct login": {
      reason: "origin checked; the recording's message counts from the login page's own origin",
      options: { everyMessageOrigin: "https://login.example" },
      outcome(outcome) {
        expect(outcome.result).toEqual({
          accessToken: { value: "A", expiresAt: 1_700_014_400 },
          refreshToken: { value: "R", role: "member" },
        });
        expect(outcome.frames).toEqual(["https://login.example/authorize?x=1"]);
        expect(outcome.timers).toContain(120_000);
        noneLeft(outcome);
      },
    },
    "direct login, error answer from the frame": {
      reason: "the frame's error lost: ours tells it",
      outcome(outcome) {
        threw({ code: "login_required", message: "no session", kind: "unauthenticated" })(outcome);
        noneLeft(outcome);
      },
    },
    "direct login, 120 s without an answer": {
      reason: "none: frame and listener are looked at too",
      outcome(outcome) {
        threw({ message: "OAuth flow timed out", kind: "timeout" })(outcome);
        noneLeft(outcome);
      },
    },
  },
  errors: {
    "getPostMetrics 4xx without details, JSON message": {
      reason: "code is a number: ours is UPPER_SNAKE of the status text",
      outcome: threw({
        message: "nope",
        kind: "forbidden",
        code: "FORBIDDEN",
        status: 403,
        requestId: "R",
        details: { applicationError: { description: "nope", code: "FORBIDDEN", data: {} }, requestId: "R" },
      }),
    },
    "getPostMetrics 4xx non-JSON body": {
      reason: "not retried: ours tries a GET three times",
      requests: sentThreeTimes,
      outcome: threw({
        message: "Too Many Requests",
        kind: "rateLimited",
        code: "TOO_MANY_REQUESTS",
        status: 429,
        retryable: true,
        details: {
          applicationError: { description: "Too Many Requests", code: "TOO_MANY_REQUESTS", data: {} },
          requestId: null,
        },
      }),
    },
    "getPostMetrics 4xx empty statusText (HTTP/2)": {
      reason: "code is a number, message empty: ours says which status came",
      outcome: threw({ message: "The server returned 404.", kind: "notFound", code: "UNKNOWN", status: 404 }),
    },
    "getPostMetrics 5xx JSON": {
      reason: "code is a number: ours has the specification's form",
      outcome: threw({
        message: "System error occurred, request-id: RID",
        kind: "unavailable",
        code: "INTERNAL_SERVER_ERROR",
        status: 500,
        requestId: "RID",
      }),
    },
    "getPostMetrics 5xx non-JSON no request id": {
      reason: "not retried: ours tries a GET three times",
      requests: sentThreeTimes,
      outcome: threw({
        message: "System error occurred",
        kind: "unavailable",
        code: "SERVICE_UNAVAILABLE",
        status: 503,
      }),
    },
    "getPostMetrics 201 with a body": success({ metrics: { likes: 1 } }),
    "getPostMetrics 204": success({}),
    "getPostMetrics 200 with empty body": success({}),
    "getPostMetrics network failure": {
      reason: "cause lost, not retried: ours keeps it and tries a GET three times",
      requests: sentThreeTimes,
      outcome(outcome) {
        const error = thrown(outcome);
        expect(error).toMatchObject({ kind: "network", retryable: true });
        expect(error.cause).toBeInstanceOf(TypeError);
      },
    },
  },
  forms: {
    createSubmission: {
      reason: "the site's own keys renamed: ours leaves them alone",
      requests: ({ sent }, recording) => {
        const [{ request }] = exchangesOf(recording) as [Exchange];
        const { submission, ...options } = request.body as { submission: { submissions: { id: string } } };
        const { id, ...values } = submission.submissions;
        const expected = { ...options, submission: { ...submission, submissions: { ...values, _id: id } } };
        expect(sent).toMatchObject([{ method: "POST", path: request.path }]);
        expect(sent[0]?.body).toEqual(expected);
      },
      outcome: (outcome, { sdkResult }) => expect(outcome.result).toEqual(revive(sdkResult)),
    },
  },
  redirects: {
    "createRedirectSession _id renamed in payload": {
      reason: "the site's own keys renamed: ours leaves them alone",
      requests: (outcome) =>
        expect(outcome.sent).toMatchObject([{ body: { storesProduct: { productSlug: "x", _id: "y" } } }]),
      outcome: (outcome) => expect(outcome.result).toMatchObject({ redirectSession: { sessionToken: "S" } }),
    },
  },
  tokens: {
    "refresh_token grant": {
      reason: "a rotated refresh token is ignored: ours adopts it",
      outcome: (outcome) =>
        expect(outcome.result).toEqual({
          accessToken: { value: "A2", expiresAt: 1_700_014_400 },
          refreshToken: { value: "ROTATED-IGNORED", role: "member" },
        }),
    },
  },
  verification: {
    "start (older release, capital S in the path)": {
      reason: "other path: the newer path; the server answers both",
      requests({ sent }, recording) {
        const [exchange] = exchangesOf(recording);
        expect(sent).toMatchObject([
          { method: "POST", path: "/_api/iam/verification/v1/start", body: exchange?.request.body },
        ]);
      },
      outcome: (outcome, { sdkResult }) => expect(outcome.result).toEqual(sdkResult),
    },
    "processVerification in a wrong state": {
      reason: "`details` holds the rest: ours adds the kind",
      outcome: failed({ error: "Unknown _state", kind: "invalid" }),
    },
    "processVerification bad code (throws, not FAILURE)": {
      reason: "thrown: ours is a FAILURE as for the other sign-in calls",
      outcome: failed({ error: "wrong code", kind: "invalid", code: "INVALID_CODE", requestId: "REQ-2" }),
    },
  },
};

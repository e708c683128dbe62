import { type ErrorDetails, isPorchlightError, type PorchlightError } from "@porchlight/client";
import { describe, expect, it } from "vitest";
import { differences } from "./differences.ts";
import {
  exchangesOf,
  type FixtureFile,
  fixtureFiles,
  type RecordedRequest,
  type Recording,
  readRecordings,
  revive,
} from "./recording.ts";
import { type Entry, type Replay, replay, type SentRequest } from "./replay-client.ts";
import { inScope, later } from "./scope.ts";

const recordings = new Map(fixtureFiles.map((file) => [file, readRecordings(file)]));
const find = (file: FixtureFile, name: string): Recording => {
  const recording = recordings.get(file)?.find((candidate) => candidate.name === name);
  if (!recording) throw new Error(`there is no recording "${name}" in ${file}.json`);
  return recording;
};

/** Compared parts of a request. */
function expectedRequest({ method, host, path, query, headers, body }: RecordedRequest): Compared {
  const { "x-wix-bi-gateway": _telemetry, ...compared } = headers;
  return {
    method,
    host,
    path,
    query: readQuery([...new URLSearchParams(query)]),
    headers: Object.fromEntries(Object.entries(compared).map(([name, value]) => [name.toLowerCase(), value])),
    body,
  };
}

/** Parses the query string like a server. */
type Compared = Omit<SentRequest, "query"> & { query: unknown };

/** Sorts the pairs and decodes `.r`. */
function readQuery(pairs: readonly [string, string][]): unknown {
  return [...pairs]
    .sort(byKey)
    .map(([name, value]) => [name, name === ".r" ? JSON.parse(Buffer.from(value, "base64url").toString()) : value]);
}

const byKey = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : a > b ? 1 : 0);

/** Replaces random values by their length. */
function hideRandom(value: unknown, expected: unknown): unknown {
  if (typeof expected === "string" && /^<\d+ characters>$/.test(expected) && typeof value === "string") {
    return `<${value.length} characters>`;
  }
  if (Array.isArray(value) || typeof value !== "object" || value === null) return value;
  const fields = (expected ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hideRandom(member, fields[key])]));
}

function expectSameRequests(recording: Recording, outcome: Replay): void {
  const expected = exchangesOf(recording).map(({ request }) => expectedRequest(request));
  const sent = outcome.sent.map((request, index) => ({
    ...request,
    query: readQuery(request.query),
    body: hideRandom(request.body, expected[index]?.body),
  }));
  expect(sent).toEqual(expected);
}

function expectSameOutcome(recording: Recording, outcome: Replay): void {
  if (!recording.sdkError) {
    expect(outcome.error).toBeUndefined();
    expect(outcome.result).toEqual(recording.sdkResultIsUndefined ? undefined : revive(recording.sdkResult));
    return;
  }
  const { error } = outcome;
  expect(isPorchlightError(error), String(error)).toBe(true);
  const { message, details, status, requestId, code } = recording.sdkError;
  const fields = typeof message === "object" && message ? (message as { message: string }).message : message;
  expect((error as PorchlightError).message).toMatch(worded(fields));
  if (code !== undefined) expect((error as PorchlightError).code).toBe(code);
  if (details) expectSameDetails((error as PorchlightError).details, details);
  if (status !== undefined) {
    expect((error as PorchlightError).status).toBe(status);
    expect((error as PorchlightError).requestId ?? null).toBe(requestId);
  }
}

/** Matches omitted texts of a recording: `<prefix>` is a line, `<text>` follows a code. */
function worded(text: unknown): RegExp {
  const escaped = String(text).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/<(?:prefix|text)>/g, ".+")}$`);
}

function expectSameDetails(actual: ErrorDetails | undefined, recorded: unknown): void {
  const { applicationError } = recorded as ErrorDetails;
  const { requestId, ...own } = actual ?? {};
  if (applicationError?.description.startsWith("<prefix>")) {
    expect(own.applicationError?.code).toBe(applicationError.code);
    expect(own.applicationError?.description).toMatch(worded(applicationError.description));
  } else expect("requestId" in (recorded as object) ? { ...own, requestId } : own).toEqual(recorded);
}

const runs = (["typed", "compat"] as const).flatMap((entry) =>
  fixtureFiles.map((file): [FixtureFile, Entry] => [file, entry]),
);

describe.each(runs)("recordings of %s.json with the %s entry", (file, entry) => {
  for (const name of inScope[file]) {
    const difference = differences[file]?.[name];
    const recording = find(file, name);
    const flows = recording.setup?.browser?.flows;
    if (flows) {
      it(`${name}: ${flows.join(", ")}`, async () => {
        const page = { frames: 0, listeners: 0 };
        for (const flow of flows)
          await replay(find(file, flow), { entry, ...differences[file]?.[flow]?.options, page });
        expect(page).toEqual({ frames: recording.framesLeft, listeners: recording.listenersLeft });
      });
      continue;
    }
    if (!difference) {
      it(name, async () => {
        const outcome = await replay(recording, { entry });
        expectSameRequests(recording, outcome);
        expectSameOutcome(recording, outcome);
      });
      continue;
    }
    it(`${name}; intended difference: ${difference.reason}`, async () => {
      const outcome = await replay(recording, { entry, ...difference.options });
      if (difference.requests === undefined) expectSameRequests(recording, outcome);
      else difference.requests(outcome, recording);
      difference.outcome(outcome, recording);
    });
  }

  it("lists every recording, in scope or later", () => {
    const names = recordings.get(file)?.map(({ name }) => name) ?? [];
    expect([...inScope[file], ...later[file]].sort()).toEqual([...names].sort());
  });
});

describe("recordings", () => {
  it("have intended differences only for calls in scope", () => {
    for (const [file, byName] of Object.entries(differences)) {
      for (const name of Object.keys(byName)) expect(inScope[file as FixtureFile], name).toContain(name);
    }
  });
});

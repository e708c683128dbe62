import { expect } from "vitest";
import type { TestResponse, TestServer } from "../test-server.ts";

/** A request with a distinct IP address. */
export interface RaceRequest {
  method?: string;
  path: string;
  body?: object;
  token?: string | undefined;
}

/** Concurrent requests of which exactly one may succeed. */
export interface Race {
  /**
   * One request to send several times, or several that differ only in irrelevant details.
   *
   * @param name Unique, of letters, digits and hyphens.
   */
  prepare(name: string): Promise<RaceRequest | readonly RaceRequest[]>;
  /** Whether the response is the success that only one may get. */
  hasWon(response: TestResponse): boolean;
  /** What the others get: codes of errors, as of {@link reasonOf}. */
  refusals: readonly string[];
}

export const isSuccess = ({ body }: TestResponse): boolean => body.state === "SUCCESS";
export const isOk = ({ status }: TestResponse): boolean => status === 200;

/** The code of an error: of the envelope, of OAuth, or in a page. */
export function reasonOf({ status, body }: TestResponse): string {
  const code = body.details?.applicationError?.code ?? body.error ?? body.errorCode ?? body.state;
  return code ?? /"error":"(\w+)"/.exec(String(body))?.[1] ?? `status ${status}`;
}

type Fetch = TestServer["fetch"];

let senders = 0;

async function send(fetch: Fetch, { method = "POST", path, body, token }: RaceRequest): Promise<TestResponse> {
  const address = { clientAddress: `10.200.${(++senders >> 8) & 0xff}.${senders & 0xff}` };
  const headers: Record<string, string> = token === undefined ? {} : { authorization: token };
  if (body) headers["content-type"] = "application/json";
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(new Request(new URL(path, "http://localhost:4000"), init), address);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

let names = 0;

/** Sends the requests to the nodes in turn. @returns The responses, in the order of the requests. */
export async function sendAtOnce(
  prepare: Race["prepare"],
  nodes: readonly Fetch[],
  attempts: number,
): Promise<TestResponse[]> {
  const created = await prepare(`race-${++names}`);
  const requests = "path" in created ? Array.from({ length: attempts }, () => created) : created;
  return Promise.all(requests.map((request, index) => send(nodes[index % nodes.length]!, request)));
}

/** A busy node rejects requests, so that sometimes none of a round succeeds. */
const busy = "UNAVAILABLE";
const maxRepeats = 10;

/** Runs a race once, and fails unless one request has won and the others got a documented error. */
export async function runRace(race: Race, nodes: readonly Fetch[], attempts: number): Promise<void> {
  for (let repeats = 0; ; repeats++) {
    const responses = await sendAtOnce(race.prepare, nodes, attempts);
    const won = responses.filter(race.hasWon);
    const reasons = responses.filter((response) => !race.hasWon(response)).map(reasonOf);
    const received = responses.map(({ status, body }) => `${status} ${JSON.stringify(body).slice(0, 200)}`).join("\n");
    for (const reason of reasons) expect([...race.refusals, busy], received).toContain(reason);
    if (won.length === 0 && reasons.includes(busy) && repeats < maxRepeats) continue;
    expect([won.length, reasons.length], received).toEqual([1, attempts - 1]);
    return;
  }
}

import { readFileSync } from "node:fs";

/** One exchange of the original client. Format: the contract's README, "Recording format". */
export interface RecordedRequest {
  method: string;
  host: string;
  path: string;
  query: string;
  queryDecoded?: unknown;
  headers: Record<string, string>;
  body?: unknown;
}

export interface CannedResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface AnswerSetup {
  statusText?: string;
  rawBody?: string;
  networkError?: string;
}

export interface BrowserSetup {
  messages?: { data: unknown; origin?: string }[];
  timeout?: boolean;
  flows?: string[];
}

export interface Recording {
  name: string;
  package?: string;
  sdkCall?: string;
  args?: unknown[];
  chain?: [string, ...unknown[]][];
  setup?: {
    tokens?: unknown;
    /** Default: OAuthStrategy. */
    strategy?: string;
    strategyOptions?: Record<string, unknown>;
    useCDN?: boolean;
    answers?: AnswerSetup[];
    browser?: BrowserSetup;
  };
  noRequest?: boolean;
  request?: RecordedRequest;
  cannedResponse?: CannedResponse;
  exchanges?: { request: RecordedRequest; cannedResponse: CannedResponse }[];
  /** Expression for `sdkResult`, or one for each of its members. */
  sdkResultFrom?: string | { [member: string]: NonNullable<Recording["sdkResultFrom"]> };
  sdkResult?: unknown;
  sdkResultIsUndefined?: boolean;
  /** State of the page after consecutive flows. */
  framesLeft?: number;
  listenersLeft?: number;
  sdkError?: { message: unknown; code?: unknown; details?: unknown; status?: number; requestId?: string | null };
}

export const fixtureFiles = [
  "auth",
  "blog",
  "collections",
  "data",
  "direct-login",
  "errors",
  "forms",
  "members",
  "mfa",
  "recovery",
  "redirects",
  "tokens",
  "transport",
  "verification",
] as const;
export type FixtureFile = (typeof fixtureFiles)[number];

export function readRecordings(file: FixtureFile): Recording[] {
  return JSON.parse(readFileSync(new URL(`./fixtures/${file}.json`, import.meta.url), "utf8")) as Recording[];
}

/** Requests and responses of a recording, in order. */
export function exchangesOf(recording: Recording): { request: RecordedRequest; cannedResponse: CannedResponse }[] {
  if (recording.exchanges) return recording.exchanges;
  const { request, cannedResponse } = recording;
  return request && cannedResponse ? [{ request, cannedResponse }] : [];
}

/** Turns `{"$Date": …}`, `{"$float": …}` and `{"$Uint8Array": …}` into values. */
export function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value);
  const [first] = members;
  if (members.length === 1 && first) {
    const [key, content] = first;
    if (key === "$Date") return new Date(content as string);
    if (key === "$float") return Number(content);
    if (key === "$Uint8Array") return Uint8Array.from(content as number[]);
  }
  return Object.fromEntries(members.map(([key, content]) => [key, revive(content)]));
}

import {
  ApiKeyStrategy,
  createClient,
  type Environment,
  graphql,
  hostedPlatform,
  OAuthStrategy,
  type Page,
  type PageMessage,
  type Tokens,
  type Transport,
  withExternalLogin,
} from "@porchlight/client";
import { apiKeyAuthentication, factors, oauth, recovery, verification } from "@porchlight/client/auth";
import { categories, draftPosts, likes, posts, tags } from "@porchlight/client/blog";
import * as compat from "@porchlight/client/compat";
import { collections, items } from "@porchlight/client/data";
import { forms, submissions } from "@porchlight/client/forms";
import { members } from "@porchlight/client/members";
import { redirects } from "@porchlight/client/redirects";
import { endpoint } from "@porchlight/contract/endpoint";
import { encodeComplexQuery, orPost } from "@porchlight/contract/wire/complex-query";
import { exchangesOf, type Recording, revive } from "./recording.ts";

type Chain = NonNullable<Recording["chain"]>;

/** A request in the format of recordings. */
export interface SentRequest {
  method: string;
  host: string;
  path: string;
  query: [string, string][];
  headers: Record<string, string>;
  body: unknown;
}

export interface Replay {
  sent: SentRequest[];
  /** Result of the call, or… */
  result?: unknown;
  /** …its error. */
  error?: unknown;
  /** State after the call. */
  page: PageState;
  /** URLs of opened frames. */
  frames: string[];
  /** Delays of started timers in milliseconds. */
  timers: number[];
}

const clientId = "cccccccc-cccc-4ccc-8ccc-cccccccccccc";
const clock = 1_700_000_000_000;
const startTokens: Tokens = {
  accessToken: { value: "OauthNG.JWS.access", expiresAt: 4_102_444_800 },
  refreshToken: { value: "JWS.refresh", role: "visitor" },
};
const comparedHeaders = ["authorization", "content-type", "x-wix-consistent", "client-binding", "wix-site-id"];

/** Frames and listeners of a page, in which several flows may run. */
export interface PageState {
  frames: number;
  listeners: number;
}

export interface ReplayOptions {
  /** Entry point of the client. Default: the typed one. */
  entry?: Entry;
  /** Default: a new page. */
  page?: PageState;
  /** Default origin of recorded messages: the login page, so that they are accepted. */
  messageOrigin?: string;
  /** Overrides the origins of recorded messages. */
  everyMessageOrigin?: string;
}

/** Entry points of the client with the calls of the recordings. */
export type Entry = "typed" | "compat";

/** Runs the call of a recording against its canned responses. Repeated requests get the last response again. */
export async function replay(recording: Recording, options: ReplayOptions = {}): Promise<Replay> {
  const page = options.page ?? { frames: 0, listeners: 0 };
  const outcome: Replay = { sent: [], page, frames: [], timers: [] };
  const { setup = {} } = recording;
  const tokens = setup.tokens === null ? undefined : ((setup.tokens ?? startTokens) as Tokens);
  const common = {
    host: hostedPlatform,
    fetch: answerFrom(recording, outcome.sent),
    environment: standingStill(recording, outcome, options),
    ...(setup.useCDN !== undefined && { useCDN: setup.useCDN }),
  };
  const oauthOptions = { clientId, ...(tokens && { tokens }), ...setup.strategyOptions };
  const apiKeyOptions = setup.strategy === "ApiKeyStrategy" && { apiKey: "", ...setup.strategyOptions };
  const client =
    options.entry === "compat"
      ? compat.createClient({
          ...common,
          auth: apiKeyOptions ? compat.ApiKeyStrategy(apiKeyOptions) : compat.OAuthStrategy(oauthOptions),
          modules: compatModules,
        })
      : createClient({
          ...common,
          auth: apiKeyOptions ? ApiKeyStrategy(apiKeyOptions) : withExternalLogin(OAuthStrategy(oauthOptions)),
          modules: typedModules,
        });

  const chain = recording.chain ?? [[recording.sdkCall ?? "", ...(recording.args ?? [])]];
  try {
    outcome.result = recordedPart(await runChain(client, chain), recording.sdkResultFrom);
  } catch (error) {
    delete outcome.result;
    outcome.error = error;
  }
  return outcome;
}

/** The original client has these calls in one module; here they are in separate modules. */
const authentication = (transport: Transport) => ({ ...apiKeyAuthentication(transport), ...factors(transport) });

/** A placeholder for the rules of complex and long queries, which no endpoint uses yet. */
const chatSettings = (transport: Transport) => {
  const encode = orPost(encodeComplexQuery);
  const query = endpoint<{ query: object }, unknown>("GET", "/forms/ai/v1/chat-settings/query", { encode });
  return { queryChatSettings: (chatQuery: object) => transport.send(query, { query: { query: chatQuery } }) };
};

const typedModules = {
  authentication,
  oauth,
  recovery,
  verification,
  posts,
  draftPosts,
  likes,
  categories,
  tags,
  items,
  collections,
  forms,
  submissions,
  members,
  redirects,
  graphql,
  chatSettings,
};

/** `graphql` belongs to the client of this entry. */
const compatModules = {
  authentication: compat.authentication,
  oauth: compat.oauth,
  recovery: compat.recovery,
  verification: compat.verification,
  posts: compat.posts,
  draftPosts: compat.draftPosts,
  likes: compat.likes,
  categories: compat.categories,
  tags: compat.tags,
  items: compat.items,
  collections: compat.collections,
  forms: compat.forms,
  submissions: compat.submissions,
  members: compat.members,
  redirects: compat.redirects,
  chatSettings,
};

type Calls = Record<string, ((...args: unknown[]) => unknown) | undefined>;

/**
 * Runs calls one after another and returns all results. A call with a dot belongs to a module of the client or to
 * `client`; one without belongs to the previous result.
 */
async function runChain(client: unknown, chain: Chain): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [path, ...args] of chain) {
    const [method = "", area] = path.split(".").reverse();
    const own = area === "client" ? client : (client as Record<string, unknown>)[area ?? ""];
    const calls = (area === undefined ? answers.at(-1) : own) as Calls | undefined;
    if (!calls?.[method]) throw new Error(`${path} is not a call of this client`);
    const values = args.map(async (value) =>
      isChain(value) ? (await runChain(client, value.$chain)).at(-1) : revive(value),
    );
    answers.push(await calls[method](...(await Promise.all(values))));
  }
  return answers;
}

const isChain = (value: unknown): value is { $chain: Chain } =>
  typeof value === "object" && value !== null && "$chain" in value;

/** The recorded part of the results: of the last one, or of the one with the number after `@`. */
function recordedPart(answers: readonly unknown[], from: Recording["sdkResultFrom"]): unknown {
  if (from === undefined) return answers.at(-1);
  if (typeof from !== "string") {
    return Object.fromEntries(
      Object.entries(from).map(([name, expression]) => [name, recordedPart(answers, expression)]),
    );
  }
  const [, number = "-1", path = ""] = /^(?:@(\d+)\.)?(.*)$/.exec(from) ?? [];
  let value = answers.at(Number(number));
  for (const step of path.split(".")) {
    const members = value as Record<string, unknown>;
    value = step.endsWith("()") ? (members as Calls)[step.slice(0, -2)]?.() : members[step];
  }
  return value;
}

function answerFrom(recording: Recording, sent: SentRequest[]): typeof fetch {
  const exchanges = exchangesOf(recording);
  return async (input, init = {}) => {
    const index = Math.min(sent.length, exchanges.length - 1);
    const url = new URL(String(input));
    const headers = Object.fromEntries(
      [...new Headers(init.headers)].filter(([name]) => comparedHeaders.includes(name)),
    );
    sent.push({
      method: init.method ?? "GET",
      host: url.host,
      path: url.pathname,
      query: [...url.searchParams],
      headers,
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    });
    const answer = exchanges[index]?.cannedResponse;
    if (!answer) throw new Error("no request was expected");
    const { statusText = "", rawBody, networkError } = recording.setup?.answers?.[index] ?? {};
    if (networkError) throw new TypeError(networkError);
    const text = rawBody ?? (answer.body === undefined ? "" : JSON.stringify(answer.body));
    const body = answer.status === 204 ? null : text;
    return new Response(body, {
      status: answer.status,
      statusText,
      ...(answer.headers && { headers: answer.headers }),
    });
  };
}

/** A stopped clock: short waits end at once, long ones only if the recording says so. */
function standingStill(recording: Recording, outcome: Replay, options: ReplayOptions): Partial<Environment> {
  const browser = recording.setup?.browser;
  const listeners = new Set<(message: PageMessage) => void>();
  const frameSource = { frame: true };
  const page: Page = {
    origin: "https://me.example",
    openFrame(url) {
      outcome.frames.push(url);
      outcome.page.frames++;
      queueMicrotask(() => {
        const state = outcome.sent.at(-1)?.body as { auth: { authRequest: { state: string } } };
        for (const { data, origin } of browser?.messages ?? []) {
          const message = JSON.parse(JSON.stringify(data).replace("<state>", state.auth.authRequest.state)) as unknown;
          const from = options.everyMessageOrigin ?? origin ?? options.messageOrigin ?? new URL(url).origin;
          for (const listener of [...listeners]) listener({ data: message, origin: from, source: frameSource });
        }
      });
      return { source: () => frameSource, remove: () => void outcome.page.frames-- };
    },
    onMessage(listener) {
      listeners.add(listener);
      outcome.page.listeners++;
      return () => {
        listeners.delete(listener);
        outcome.page.listeners--;
      };
    },
  };
  return {
    now: () => clock,
    monotonic: () => 0,
    setTimeout(run, milliseconds) {
      outcome.timers.push(milliseconds);
      const passes = milliseconds < 5_000 || (browser?.timeout === true && milliseconds >= 120_000);
      return passes ? setTimeout(run, 0) : undefined;
    },
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
    page: () => (browser ? page : undefined),
  };
}

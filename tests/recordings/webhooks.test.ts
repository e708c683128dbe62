import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { createClient, OAuthStrategy, type PorchlightError } from "@porchlight/client";
import * as compat from "@porchlight/client/compat";
import {
  AppStrategy,
  type AppStrategyOptions,
  type InsecureTokenProperty,
  webhooks,
  withWebhooks,
} from "@porchlight/client/webhooks";
import { type CompactJWSHeaderParameters, CompactSign, UnsecuredJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { revive } from "./recording.ts";

/** Compares how both clients process deliveries. Source: webhooks.md; differences.md, "webhooks". */

interface WebhookRecording {
  name: string;
  setup: {
    strategy: string;
    strategyOptions: { appId?: string; clientId?: string; publicKey?: { $publicKey: "pem" | "base64" } };
    clock: number;
    processOptions?: { expectedEvents: { type: string }[] };
    signedWith?: string;
    handler?: string;
    jwtHeader?: CompactJWSHeaderParameters;
    jwtClaims?: object;
    token?: string;
  };
  handler?: string | null;
  jwtHeader: CompactJWSHeaderParameters;
  jwtClaims: object;
  processResult?: unknown;
  handlerReceived?: unknown;
  error?: { name?: string; code?: string; message: string };
}

const recordings = JSON.parse(
  readFileSync(new URL("./fixtures/webhooks.json", import.meta.url), "utf8"),
) as WebhookRecording[];
const find = (name: string) => recordings.find((recording) => recording.name === name) as WebhookRecording;

const [own, foreign] = [0, 1].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 }));
const pem = own!.publicKey.export({ type: "spki", format: "pem" }) as string;
const spellings = { pem, base64: Buffer.from(pem).toString("base64") };

async function tokenOf({ setup, jwtHeader, jwtClaims }: Pick<WebhookRecording, "setup" | "jwtHeader" | "jwtClaims">) {
  if (setup.token !== undefined) return setup.token;
  const header = setup.jwtHeader ?? jwtHeader;
  const claims = setup.jwtClaims ?? jwtClaims;
  if (setup.signedWith === "nothing") return new UnsecuredJWT({ ...claims }).encode();
  const keys: Record<string, KeyObject | Uint8Array> = {
    "another key": foreign!.privateKey,
    "the PEM text as HMAC secret": Buffer.from(pem),
  };
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  return new CompactSign(bytes).setProtectedHeader(header).sign(keys[setup.signedWith ?? ""] ?? own!.privateKey);
}

type Entry = "typed" | "compat";

function clientOf({ setup }: WebhookRecording, dangerouslyAccept: InsecureTokenProperty[], entry: Entry) {
  const { publicKey, appId = "" } = setup.strategyOptions;
  const options: AppStrategyOptions = {
    appId,
    dangerouslyAccept,
    ...(publicKey && { publicKey: spellings[publicKey.$publicKey] }),
  };
  const common = { host: "https://site.example", environment: { now: () => setup.clock } };
  const auth = setup.strategy === "AppStrategy" ? AppStrategy(options) : OAuthStrategy({ clientId: "x" });
  return entry === "compat"
    ? compat.createClient<object>({ ...common, auth })
    : withWebhooks(createClient<object>({ ...common, auth }));
}

/** Registers the handler of the recording. @returns The received event. */
function listen(client: ReturnType<typeof clientOf>, name: string | null | undefined) {
  const handler = vi.fn();
  if (name === "webhooks.apps") client.use(webhooks.apps.AppInstalled)(handler);
  else if (name) {
    const [module, call] = name.split(".") as [string, string];
    (client as unknown as Record<string, Record<string, (given: unknown) => void>>)[module]?.[call]?.(handler);
  }
  return handler;
}

async function replay(recording: WebhookRecording, dangers: InsecureTokenProperty[] = [], entry: Entry = "typed") {
  const client = clientOf(recording, dangers, entry);
  const handler = listen(client, recording.handler ?? recording.setup.handler);
  const token = await tokenOf(recording);
  const process = () => client.webhooks.process(token, recording.setup.processOptions);
  return { client, handler, token, process };
}

/** Deliveries that only this client rejects, and the option that allows them. */
const refusedHere: Record<string, InsecureTokenProperty[]> = {
  "no identity": ["missingIdentity", "missingTimes"],
  "exp/iat absent accepted": ["missingIdentity", "missingTimes"],
  "foreign issuer and audience accepted": ["foreignSender"],
  "alg RS512 with the right key": ["rs512"],
};
/** Their errors come from the library of the original client. */
const ownWords = ["alg none", "alg HS256 with the public key as secret"];

const taken = recordings.filter(({ processResult, name }) => processResult !== undefined && !(name in refusedHere));
const refused = recordings.filter(({ error, name }) => error !== undefined && !ownWords.includes(name));

describe.each(["typed", "compat"] as const)("recorded deliveries with the %s entry", (entry) => {
  it("are all covered", () => {
    const twice = ["same token processed twice (no replay protection)"];
    const names = [...taken, ...refused].map(({ name }) => name);
    expect([...names, ...Object.keys(refusedHere), ...ownWords, ...twice].toSorted()).toEqual(
      recordings.map(({ name }) => name).toSorted(),
    );
  });

  it.each(taken)("$name", async (recording) => {
    const { process, handler } = await replay(recording, [], entry);
    expect(await process()).toEqual(revive(recording.processResult));
    if (recording.handlerReceived) expect(handler.mock.calls).toEqual([[revive(recording.handlerReceived)]]);
  });

  it.each(refused)("$name is rejected", async (recording) => {
    const { process, handler } = await replay(recording, [], entry);
    const { message, code } = recording.error as { message: string; code?: string };
    await expect(process()).rejects.toMatchObject({ name: "PorchlightError", message, ...(code && { code }) });
    expect(handler).not.toHaveBeenCalled();
  });

  it.each(ownWords)("%s is rejected", async (name) => {
    const { process } = await replay(find(name), [], entry);
    await expect(process()).rejects.toMatchObject({ kind: "unauthenticated", code: "ERR_JOSE_NOT_SUPPORTED" });
  });

  it.each(Object.entries(refusedHere))("%s: rejected unless %s is allowed", async (name, dangers) => {
    const recording = find(name);
    await expect((await replay(recording, [], entry)).process()).rejects.toMatchObject({ kind: "unauthenticated" });
    expect(await (await replay(recording, dangers, entry)).process()).toEqual(revive(recording.processResult));
  });

  it("same token processed twice: rejected the second time unless that is allowed", async () => {
    const recording = find("same token processed twice (no replay protection)");
    const { process, handler } = await replay(recording, [], entry);
    await process();
    await expect(process()).rejects.toMatchObject({ code: "TOKEN_REPEATED" });
    expect(handler).toHaveBeenCalledTimes(1);
    const careless = await replay(recording, ["repeatedTokens"], entry);
    await careless.process();
    await careless.process();
    expect(careless.handler).toHaveBeenCalledTimes(2);
  });
});

describe("deliveries", () => {
  const recording = find("post_created");

  it("are read from a request", async () => {
    const { client, handler, token } = await replay(recording);
    await client.webhooks.processRequest(new Request("https://app.example/hook", { method: "POST", body: token }));
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it("can be processed again after a handler failed", async () => {
    const { process, handler } = await replay(recording);
    handler.mockRejectedValueOnce(new Error("database away"));
    await expect(process()).rejects.toThrow("database away");
    await process();
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it("call every handler of their type", async () => {
    const { client, process, handler } = await replay(recording);
    const second = vi.fn();
    client.posts.onPostCreated(second);
    await process();
    expect([handler.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  });

  it.each(["", "a", "a.b", "a.b.c", "....", "e30.e30.", "\u0000", "{}", `${"a".repeat(100_000)}.b.c`])(
    "%# that are not tokens are rejected with an error of this client",
    async (text) => {
      const { client } = await replay(recording);
      await expect(client.webhooks.process(text)).rejects.toMatchObject({ name: "PorchlightError" });
    },
  );

  it("are verified with every configured key, and other kinds of keys are rejected", async () => {
    const token = await tokenOf(recording);
    const connect = (publicKey: string | string[]) =>
      withWebhooks(createClient({ host: "https://site.example", auth: AppStrategy({ appId: "a", publicKey }) }));
    const foreignPem = foreign!.publicKey.export({ type: "spki", format: "pem" }) as string;
    await connect([foreignPem, pem]).webhooks.process(token);
    const code = (error: PorchlightError) => error.code;
    expect(await connect("nonsense").webhooks.process(token).catch(code)).toBe("PUBLIC_KEY_UNREADABLE");
    const curve = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }) as string;
    expect(await connect(curve).webhooks.process(token).catch(code)).toBe("PUBLIC_KEY_UNREADABLE");
  });
});

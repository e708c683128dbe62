import type { CollectionInput } from "@porchlight/contract/data/collections/collection";
import type { PermissionLevel } from "@porchlight/contract/data/collections/collection-values";
import { vi } from "vitest";
import { createApiKey } from "../../src/auth/api-keys.ts";
import { buildIndexes } from "../../src/data/indexes/build-indexes.ts";
import type { AppContext } from "../../src/sites/app-context.ts";
import type { TestResponse, TestServer } from "../test-server.ts";

/** One caller of every kind. */
export const callerNames = ["visitor", "ada", "bob", "reader", "editor", "owner"] as const;
export type CallerName = (typeof callerNames)[number];

export interface TestCallers {
  /** Owner IDs of items that each caller inserts. */
  ownerIds: Record<CallerName, string>;
  tokens: Record<CallerName, string>;
  call(caller: CallerName, path: string, body: object, method?: string): Promise<TestResponse>;
  /** Sends raw bytes, or no body. */
  send(caller: CallerName, method: string, path: string, bytes?: string | Buffer): Promise<TestResponse>;
}

export async function createCallers(server: TestServer): Promise<TestCallers> {
  const owner = { kind: "owner" } as const;
  // Created before the first request, because the server caches keys.
  const keyOf = (role: "read" | "editor" | "admin") => createApiKey(server.context, owner, { name: role, role });
  const [reader, editor, admin] = [await keyOf("read"), await keyOf("editor"), await keyOf("admin")];
  const [ada, bob] = [await server.signIn(), await server.signIn()];
  const visitor = await server.visitorToken();
  const session = await server.context.db
    .selectFrom("sessions")
    .select("subject_id")
    .where("role", "=", "visitor")
    .executeTakeFirstOrThrow();
  const tokens: Record<CallerName, string> = {
    visitor,
    ada: ada.access_token,
    bob: bob.access_token,
    reader: reader.key,
    editor: editor.key,
    owner: admin.key,
  };
  return {
    tokens,
    ownerIds: {
      visitor: session.subject_id,
      ada: ada.memberId,
      bob: bob.memberId,
      reader: reader.id,
      editor: editor.id,
      owner: admin.id,
    },
    call: (caller, path, body, method = "POST") =>
      server.call(method, path, { token: tokens[caller], ...(method !== "GET" && method !== "DELETE" && { body }) }),
    async send(caller, method, path, bytes) {
      const body = bytes === undefined ? {} : { body: new Uint8Array(Buffer.from(bytes as string)) };
      const request = new Request(new URL(path, "http://localhost:4000"), {
        method,
        headers: { authorization: tokens[caller] },
        ...body,
      });
      const response = await server.fetch(request);
      const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
      const text = Buffer.from(await response.arrayBuffer()).toString("utf8");
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
  };
}

export type Levels = Record<"read" | "insert" | "update" | "remove", PermissionLevel>;

/** Creates a collection with these permission levels. */
export async function putCollection(
  server: TestServer,
  { call }: TestCallers,
  id: string,
  { read, insert, update, remove }: Levels,
  more: Omit<CollectionInput, "id"> = {},
): Promise<void> {
  const response = await call("owner", "/wix-data/v2/collections", { collection: { id, ...more } });
  if (response.status !== 200) throw new Error(`the collection was refused: ${JSON.stringify(response.body)}`);
  await server.context.db
    .updateTable("data_collections")
    .set({ read_level: read, insert_level: insert, update_level: update, remove_level: remove, revision: 2 })
    .where("id", "=", id)
    .execute();
}

/** Waits for pending index builds; the server itself may be building. */
export async function waitForIndexes(context: AppContext): Promise<void> {
  const waiting = context.db.selectFrom("data_indexes").select("name").where("status", "<>", "ACTIVE");
  await vi.waitUntil(
    async () => {
      await buildIndexes(context);
      return (await waiting.execute()).length === 0;
    },
    { timeout: 60_000 },
  );
}

export const codeIn = ({ body }: TestResponse): string | undefined => body.details?.applicationError?.code;

import { permissionLevels } from "@porchlight/contract/data/collections/collection-values";
import { describe, expect, it } from "vitest";
import type { TestServer } from "../test-server.ts";
import { type CallerName, callerNames, codeIn, putCollection, type TestCallers } from "./collections.ts";

/** Operation × level × caller: access to own items and those of others. */

export const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;

export interface Operation {
  /** The action whose level is tested; the others are public. */
  right: keyof typeof publicLevels;
  method?: string;
  path: string | ((id: string, collectionId: string) => string);
  body(id: string): object;
  /** Whether a successful response affected or returned the item. */
  sees?(response: Awaited<ReturnType<TestCallers["call"]>>, caller: CallerName): boolean | Promise<boolean>;
  /** Whether it requires an editor at every level. */
  requiresEditor?: boolean;
}

const rank = { visitor: 0, reader: 0, ada: 1, bob: 1, editor: 3, owner: 4 } as const;
const needed = { ANYONE: 0, SITE_MEMBER: 1, SITE_MEMBER_AUTHOR: 1, CMS_EDITOR: 3, PRIVILEGED: 4 } as const;

function expected(
  caller: CallerName,
  { right, requiresEditor: isEditors }: Operation,
  level: keyof typeof needed,
  isOwn: boolean,
): boolean {
  if (caller === "reader" && right === "read") return true;
  if (isEditors && rank[caller] < 3) return false;
  if (rank[caller] < needed[level]) return false;
  return level !== "SITE_MEMBER_AUTHOR" || right === "insert" || rank[caller] > 1 || isOwn;
}

/** Tries every operation at every level as every caller. */
export function testPermissions(
  server: TestServer,
  callers: TestCallers,
  operations: Record<string, Operation>,
  more: Parameters<typeof putCollection>[4] = {},
): void {
  const table: string[] = [];
  describe.each(Object.entries(operations))("%s", (name, operation) => {
    const { right, method, path, body, sees } = operation;
    it.each(permissionLevels)("is available to callers of level %s", { timeout: 60_000 }, async (level) => {
      const id = `${name}-${level}`;
      await putCollection(server, callers, id, { ...publicLevels, [right]: level }, more);
      for (const caller of callerNames) {
        const received: boolean[] = [];
        for (const owner of [caller, caller === "bob" ? "ada" : "bob"] as const) {
          const item = `${caller}-${owner}`;
          const row = { site_id: server.context.site.id, collection_id: id, id: item };
          const at = new Date();
          const data = JSON.stringify({ text: "a word", one: "t" });
          await server.context.db
            .insertInto("data_items")
            .values({ ...row, owner_id: callers.ownerIds[owner], created_at: at, updated_at: at, data })
            .execute();
          const to = typeof path === "string" ? path : path(item, id);
          const response = await callers.call(caller, to, { dataCollectionId: id, ...body(item) }, method);
          expect(response.status).toBeLessThan(500);
          received.push(response.status === 200 && ((await sees?.(response, caller)) ?? true));
          if (response.status !== 200) expect(["WDE0027", "WDE0073"]).toContain(codeIn(response));
        }
        const target = [true, false].map((isOwn) => expected(caller, operation, level, isOwn));
        expect([name, level, caller, received]).toEqual([name, level, caller, target]);
        table.push(`${name} ${level} ${caller} ${received}`);
      }
    });
  });
  describe("the permission matrix", () => {
    it("covers every operation, level and caller", () => {
      expect(table).toHaveLength(Object.keys(operations).length * permissionLevels.length * callerNames.length);
    });
  });
}

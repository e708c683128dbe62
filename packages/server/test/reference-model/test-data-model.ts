import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import { expect } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../data/collections.ts";
import { createTestServer, type TestResponse } from "../test-server.ts";
import { createModel, type Definition } from "./data-model.ts";
import { createRandom, type Random, randomIds } from "./random-items.ts";

export const publicLevels = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
export const authors = {
  read: "SITE_MEMBER_AUTHOR",
  insert: "SITE_MEMBER",
  update: "SITE_MEMBER_AUTHOR",
  remove: "SITE_MEMBER_AUTHOR",
} as const;

/** Collections with references to each other, drafts and author permissions. */
export const referringCollections: Record<string, Definition> = {
  Books: {
    levels: publicLevels,
    refers: {
      one: { to: "Diary", many: false },
      many: { to: "Diary", many: true },
      self: { to: "Books", many: false },
      news: { to: "News", many: false },
      press: { to: "News", many: true },
      staff: { to: "Staff", many: true },
    },
  },
  Diary: { levels: authors, refers: { news: { to: "News", many: false }, press: { to: "News", many: true } } },
  News: {
    levels: { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER", remove: "CMS_EDITOR" },
    drafts: true,
    refers: { many: { to: "Notes", many: true } },
  },
  Notes: {
    levels: { read: "ANYONE", insert: "SITE_MEMBER", update: "SITE_MEMBER_AUTHOR", remove: "SITE_MEMBER_AUTHOR" },
    refers: { one: { to: "Books", many: false }, many: { to: "Books", many: true } },
  },
  Staff: {
    levels: { read: "CMS_EDITOR", insert: "ANYONE", update: "CMS_EDITOR", remove: "PRIVILEGED" },
    refers: { one: { to: "Diary", many: false } },
  },
};

/** Paths through up to three references. */
export const referencePaths: readonly string[] = [
  ...["one", "many", "self", "news", "press", "staff"],
  ...["one.p", "one.q", "one._id", "one._owner", "many.p", "many.r", "many._id", "self.p", "self.one", "self.one.q"],
  ...["news.p", "news.many", "news.many.p", "press.q", "press._owner", "press.many", "press.many.p", "staff.p"],
  ...["one.press.p", "many.news.q", "many.one.p", "many.many.r", "one.many.p.k", "one.news.many.one.p", "one.none"],
];
const holdsIds = (name: string) => /(^|\.)(_id|one|many|self|news|press|staff)$/.test(name);

/** Default: `count` seeds. `PORCHLIGHT_MODEL_SEEDS=100` runs more. */
export function seeds(defaultCount: number): number[] {
  const count = Number(process.env["PORCHLIGHT_MODEL_SEEDS"] ?? defaultCount);
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Starts a server with these collections and their reference model. */
export async function startModel(definitions: Readonly<Record<string, Definition>>) {
  const server = await createTestServer({ rateLimits: false });
  const callers = await createCallers(server);
  const model = createModel(definitions, callers.ownerIds);
  for (const [id, { levels, refers, ...more }] of Object.entries(definitions)) {
    const references = Object.entries(refers).map(
      ([key, { to, many }]): CollectionField => ({
        key,
        type: many ? "MULTI_REFERENCE" : "REFERENCE",
        typeMetadata: { [many ? "multiReference" : "reference"]: { referencedCollectionId: to } },
      }),
    );
    const plugins = [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } } as const];
    await putCollection(server, callers, id, levels, {
      fields: [...references, ...(more.fields ?? [])],
      ...(more.drafts && { plugins }),
    });
  }

  async function call(caller: CallerName, path: string, body: object): Promise<TestResponse> {
    // Requests have distinct times, so that their references have an order.
    server.advance(1);
    const response = await callers.call(caller, `/wix-data/v2/${path}`, body);
    if (response.status >= 500) throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(response.body)}`);
    return response;
  }

  return { ...model, server, callers, call };
}
export type TestModel = Awaited<ReturnType<typeof startModel>>;

export const randomOf = (seed: number): Random =>
  createRandom(seed, { names: ["p", "q", "p.k", "_id", ...referencePaths], holdsIds });

/** Random fields of an item, including single references. */
export function modelFields(random: Random): Record<string, unknown> {
  const reference = () =>
    random.chance(0.85)
      ? random.pick(randomIds)
      : random.pick<unknown>([null, 1, {}, ["1"], { $date: "2024-01-01T00:00:00.000Z" }]);
  const names = ["one", "self", "news"].filter(() => random.chance(0.7));
  return { ...random.fields(), ...Object.fromEntries(names.map((name) => [name, reference()])) };
}

export const withoutDates = ({ _createdDate, _updatedDate, ...rest }: Record<string, unknown>) => rest;

/** Compares results of server and model, with the operation in the failure message. */
export function expectSame(what: unknown, received: unknown, expected: unknown): void {
  const text = JSON.stringify(what);
  expect([text, received]).toEqual([text, expected]);
}

export const optionsOf = (drafts: boolean) => (drafts ? { publishPluginOptions: { includeDraftItems: true } } : {});

export { codeIn };

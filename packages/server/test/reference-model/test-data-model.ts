import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import { expect } from "vitest";
import { type CallerName, codeIn, createCallers, putCollection } from "../data/collections.ts";
import { createTestServer, type TestAnswer } from "../test-server.ts";
import { createWorld, type Definition } from "./data-model.ts";
import { createRandom, type Random, randomIds } from "./random-items.ts";

export const everybody = { read: "ANYONE", insert: "ANYONE", update: "ANYONE", remove: "ANYONE" } as const;
export const authors = {
  read: "SITE_MEMBER_AUTHOR",
  insert: "SITE_MEMBER",
  update: "SITE_MEMBER_AUTHOR",
  remove: "SITE_MEMBER_AUTHOR",
} as const;

/** Collections that refer to each other, with drafts and own items. */
export const referringCollections: Record<string, Definition> = {
  Books: {
    levels: everybody,
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

/** Names that lead through references, up to three of them. */
export const referencePaths: readonly string[] = [
  ...["one", "many", "self", "news", "press", "staff"],
  ...["one.p", "one.q", "one._id", "one._owner", "many.p", "many.r", "many._id", "self.p", "self.one", "self.one.q"],
  ...["news.p", "news.many", "news.many.p", "press.q", "press._owner", "press.many", "press.many.p", "staff.p"],
  ...["one.press.p", "many.news.q", "many.one.p", "many.many.r", "one.many.p.k", "one.news.many.one.p", "one.none"],
];
const holdsIds = (name: string) => /(^|\.)(_id|one|many|self|news|press|staff)$/.test(name);

/** More of them run when more are asked for: `PORCHLIGHT_MODEL_SEEDS=100`. */
export function seeds(usual: number): number[] {
  const count = Number(process.env["PORCHLIGHT_MODEL_SEEDS"] ?? usual);
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** A server with these collections and the model of them, which are to come to the same. */
export async function startWorld(definitions: Readonly<Record<string, Definition>>) {
  const server = await createTestServer({ rateLimits: false });
  const callers = await createCallers(server);
  const world = createWorld(definitions, callers.ownerIds);
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

  async function call(caller: CallerName, path: string, body: object): Promise<TestAnswer> {
    // Two calls are never of one millisecond: their references have an order.
    server.advance(1);
    const answer = await callers.call(caller, `/wix-data/v2/${path}`, body);
    if (answer.status >= 500) throw new Error(`${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  return { ...world, server, callers, call };
}
export type WorldServer = Awaited<ReturnType<typeof startWorld>>;

export const randomOf = (seed: number): Random =>
  createRandom(seed, { names: ["p", "q", "p.k", "_id", ...referencePaths], holdsIds });

/** Fields of an item of the world, those that refer to one item among them. */
export function worldFields(random: Random): Record<string, unknown> {
  const reference = () =>
    random.chance(0.85)
      ? random.pick(randomIds)
      : random.pick<unknown>([null, 1, {}, ["1"], { $date: "2024-01-01T00:00:00.000Z" }]);
  const names = ["one", "self", "news"].filter(() => random.chance(0.7));
  return { ...random.fields(), ...Object.fromEntries(names.map((name) => [name, reference()])) };
}

export const withoutDates = ({ _createdDate, _updatedDate, ...rest }: Record<string, unknown>) => rest;

/** Compares with what the model says; what was done is told where they differ. */
export function same(what: unknown, told: unknown, wanted: unknown): void {
  const text = JSON.stringify(what);
  expect([text, told]).toEqual([text, wanted]);
}

export const optionsOf = (drafts: boolean) => (drafts ? { publishPluginOptions: { includeDraftItems: true } } : {});

export { codeIn };

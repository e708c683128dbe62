import type { BlogEvent, Post } from "@porchlight/client/blog";
import { describe, expect, it } from "vitest";
import { applyEvent, applyReload, noChanges, type ShownList } from "./new-posts-notice.ts";

const post = (id: string, own: Partial<Post> = {}) =>
  ({
    _id: id,
    title: id,
    slug: id,
    pinned: false,
    firstPublishedDate: new Date("2026-05-01T12:00:00Z"),
    categoryIds: [],
    tagIds: [],
    authors: [],
    ...own,
  }) as unknown as Post;

const told = (type: "post_created" | "post_updated" | "post_deleted", id: string, own?: Partial<Post>): BlogEvent => ({
  type,
  entityId: id,
  eventTime: new Date("2026-05-02T12:00:00Z"),
  ...(type === "post_deleted" ? {} : { entity: post(id, own) }),
});

const shown: ShownList = { filter: {}, posts: [post("a"), post("b")], startsWithNewest: true };
const after = (list: ShownList, ...events: BlogEvent[]) => {
  const { added, isOutdated } = events.reduce((news, event) => applyEvent(news, event, list), noChanges);
  return { added: [...added], isOutdated };
};

describe("news of a list", () => {
  it.each([
    ["a post that is published", [told("post_created", "c")], ["c"], false],
    [
      "two, one of them twice",
      [told("post_created", "c"), told("post_created", "d"), told("post_created", "c")],
      ["c", "d"],
      false,
    ],
    ["one that was taken back", [told("post_created", "c"), told("post_deleted", "c")], [], false],
    ["one that was changed since", [told("post_created", "c"), told("post_updated", "c")], ["c"], false],
    ["a card with another title", [told("post_updated", "a", { title: "A" })], [], true],
    ["a card whose text was changed", [told("post_updated", "a", { excerpt: "Anew." })], [], false],
    ["a card whose post is gone", [told("post_deleted", "a")], [], true],
    ["a post further down", [told("post_updated", "z")], [], false],
    ["the same, gone", [told("post_deleted", "z")], [], false],
    ["more than is known any more", [{ type: "reset" }], [], true],
  ] satisfies [string, BlogEvent[], string[], boolean][])("tell of %s", (_what, events, added, isOutdated) => {
    expect(after(shown, ...events)).toEqual({ added, isOutdated });
  });

  it.each([
    ["categories", { categoryIds: ["1"] }, { categoryIds: ["1", "2"] }],
    ["tags", { tagIds: ["1"] }, { tagIds: ["1"] }],
    ["authors", { author: "Ana" }, { authors: ["Ana", "Ben"] }],
    [
      "time",
      { published: { from: "2026-05-01T00:00:00Z", to: "2026-06-01T00:00:00Z" } },
      { firstPublishedDate: new Date("2026-05-31T23:59:59Z") },
    ],
    [
      "time, up to now",
      { published: { from: "2026-06-15T00:00:00Z", to: undefined } },
      { firstPublishedDate: new Date("2026-07-01T00:00:00Z") },
    ],
  ] as const)("are of its own %s alone", (_what, filter, own) => {
    const list = { ...shown, filter: filter as ShownList["filter"] };
    const other = { firstPublishedDate: new Date("2026-06-01T00:00:00Z") };
    expect(
      after(list, told("post_created", "in", own as Partial<Post>), told("post_created", "out", other)).added,
    ).toEqual(["in"]);
    expect(after(list, told("post_updated", "a", other)).isOutdated).toBe(true);
  });

  it("do not count new posts where the list does not begin with them", () => {
    const list = { ...shown, startsWithNewest: false };
    expect(after(list, told("post_created", "c"))).toEqual({ added: [], isOutdated: false });
    expect(applyReload(noChanges, [post("c")], list)).toBe(noChanges);
  });

  it("are found by reading its beginning again", () => {
    const later = { firstPublishedDate: new Date("2026-05-03T12:00:00Z") };
    const read = (...posts: Post[]) => {
      const { added, isOutdated } = applyReload(noChanges, posts, shown);
      return { added: [...added], isOutdated };
    };
    expect(read(post("a"), post("b"))).toEqual({ added: [], isOutdated: false });
    expect(read(post("c", later), post("a"))).toEqual({ added: ["c"], isOutdated: false });
    expect(read(post("a", { title: "A" }), post("b"))).toEqual({ added: [], isOutdated: true });
    // One that has moved up is not new.
    expect(read(post("b"), post("older", { firstPublishedDate: new Date("2026-04-01T12:00:00Z") }))).toEqual({
      added: [],
      isOutdated: true,
    });
    expect(applyReload(noChanges, [post("first")], { ...shown, posts: [] }).added.size).toBe(1);
  });
});

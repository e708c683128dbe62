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

const eventOf = (
  type: "post_created" | "post_updated" | "post_deleted",
  id: string,
  own?: Partial<Post>,
): BlogEvent => ({
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

describe("new posts notice", () => {
  it.each([
    ["a post that is published", [eventOf("post_created", "c")], ["c"], false],
    [
      "two, one of them twice",
      [eventOf("post_created", "c"), eventOf("post_created", "d"), eventOf("post_created", "c")],
      ["c", "d"],
      false,
    ],
    ["one that was taken back", [eventOf("post_created", "c"), eventOf("post_deleted", "c")], [], false],
    ["one that was changed since", [eventOf("post_created", "c"), eventOf("post_updated", "c")], ["c"], false],
    ["a card with another title", [eventOf("post_updated", "a", { title: "A" })], [], true],
    ["a card whose text was changed", [eventOf("post_updated", "a", { excerpt: "Anew." })], [], false],
    ["a card whose post is gone", [eventOf("post_deleted", "a")], [], true],
    ["a post further down", [eventOf("post_updated", "z")], [], false],
    ["the same, gone", [eventOf("post_deleted", "z")], [], false],
    ["more than is known any more", [{ type: "reset" }], [], true],
  ] satisfies [string, BlogEvent[], string[], boolean][])("reports %s", (_what, events, added, isOutdated) => {
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
  ] as const)("only considers its own %s", (_what, filter, own) => {
    const list = { ...shown, filter: filter as ShownList["filter"] };
    const other = { firstPublishedDate: new Date("2026-06-01T00:00:00Z") };
    expect(
      after(list, eventOf("post_created", "in", own as Partial<Post>), eventOf("post_created", "out", other)).added,
    ).toEqual(["in"]);
    expect(after(list, eventOf("post_updated", "a", other)).isOutdated).toBe(true);
  });

  it("does not count new posts if the list does not start with the newest", () => {
    const list = { ...shown, startsWithNewest: false };
    expect(after(list, eventOf("post_created", "c"))).toEqual({ added: [], isOutdated: false });
    expect(applyReload(noChanges, [post("c")], list)).toBe(noChanges);
  });

  it("finds new posts by reloading the start of the list", () => {
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

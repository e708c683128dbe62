import { createClient, OAuthStrategy } from "@porchlight/client";
import {
  type CategoryQueryFields,
  categories,
  type PostQueryFields,
  posts,
  type TagQueryFields,
  type TypedQuery,
  tags,
} from "@porchlight/client/blog";
import { createPost } from "@porchlight/server/operations";
import { beforeAll, describe, expect, it } from "vitest";
import { startServer } from "./running-server.ts";

const server = await startServer();
const client = createClient({
  host: server.url,
  auth: OAuthStrategy({ clientId: server.clientId }),
  modules: { posts, categories, tags },
});

const owner = { kind: "owner" } as const;
const month = (number: number) => new Date(Date.UTC(2024, number - 1, 10));

beforeAll(async () => {
  for (const number of [1, 2, 3, 4, 5]) {
    await createPost(server.context, owner, {
      title: `Post ${number}`,
      content: { markdown: `Text number ${number}.` },
      categories: [number % 2 ? "Odd numbers" : "Even numbers"],
      tags: ["C++", `Number ${number}`],
      hashtags: number > 3 ? ["late"] : ["early"],
      firstPublishedDate: month(number),
    });
  }
});

const id = crypto.randomUUID();
const date = new Date();
const text = "x";

describe("reading the blog, client and server", () => {
  it("pages forward and backward through a query of posts", async () => {
    const first = await client.posts
      .queryPosts({ fieldsets: ["URL"] })
      .between("firstPublishedDate", month(1), month(5))
      .not(client.posts.queryPosts().eq("title", "Post 2"))
      .descending("firstPublishedDate")
      .limit(2)
      .find();
    expect(first.items.map(({ title }) => title)).toEqual(["Post 4", "Post 3"]);
    expect([first.hasNext(), first.hasPrev()]).toEqual([true, false]);
    const second = await first.next();
    expect(second.items.map(({ title }) => title)).toEqual(["Post 1"]);
    expect(second.items[0]?.firstPublishedDate).toEqual(month(1));
    expect(second.items[0]?.url).toMatch(/^http:.*\/blog\/Post-1$/);
    expect((await second.prev()).items).toEqual(first.items);
    await expect(second.next()).rejects.toThrow("No next page to fetch");
  });

  it("filters posts by category, tag and other fields", async () => {
    const { category } = await client.categories.getCategoryBySlug("odd-numbers");
    const { tag } = await client.tags.getTagByLabel("c++");
    expect([category.postCount, tag.postCount]).toEqual([3, 5]);
    const query = client.posts.queryPosts().hasAll("tagIds", tag._id).hasSome("categoryIds", [category._id]);
    const { items } = await query.and(client.posts.queryPosts().eq("hashtags", "late")).find();
    expect(items.map(({ title }) => title)).toEqual(["Post 5"]);
    expect((await client.tags.getTagBySlug(tag.slug)).tag).toEqual(tag);
    const { posts: found, pagingMetadata } = await client.posts.queryPosts({
      filter: { _id: { $in: [items[0]?._id] } },
      paging: { limit: 1 },
    });
    expect(found).toEqual(items);
    expect(pagingMetadata.total).toBe(1);
  });

  it("returns counts of categories and tags", async () => {
    const page = await client.categories.queryCategories().descending("postCount").limit(1).find();
    expect([page.items[0]?.label, page.totalCount, page.totalPages]).toEqual(["Odd numbers", 2, 2]);
    expect((await page.next()).items[0]?.label).toBe("Even numbers");
    const numbers = await client.tags.queryTags().startsWith("label", "Number").skip(4).find();
    expect([numbers.items.map(({ label }) => label), numbers.totalCount]).toEqual([["Number 5"], 5]);
  });

  it("counts posts by month", async () => {
    const { stats } = await client.posts.queryPostCountStats({ rangeStart: month(2), order: "NEWEST", months: 2 });
    expect(stats).toEqual([
      { periodStart: new Date(Date.UTC(2024, 4)), postCount: 1 },
      { periodStart: new Date(Date.UTC(2024, 3)), postCount: 1 },
    ]);
  });

  it("accepts every declared field as a filter and, except lists and long texts, for sorting", async () => {
    const ofPosts: Record<keyof PostQueryFields, unknown> = {
      _id: id,
      _createdDate: date,
      title: text,
      excerpt: text,
      contentText: text,
      slug: text,
      language: text,
      memberId: id,
      firstPublishedDate: date,
      lastPublishedDate: date,
      featured: true,
      pinned: true,
      membersOnly: true,
      translationId: id,
      commentingEnabled: false,
      minutesToRead: 1000,
      "metrics.comments": 1,
      "metrics.likes": 1,
      "metrics.views": 1,
      "metrics.ratings": 1,
      hashtags: [text],
      authors: [text],
      categoryIds: [id],
      tagIds: [id],
      relatedPostIds: [id],
      pricingPlanIds: [id],
    };
    const ofCategories: Record<keyof CategoryQueryFields, unknown> = {
      _id: id,
      _createdDate: new Date(0),
      _updatedDate: new Date(0),
      label: text,
      title: text,
      slug: text,
      description: text,
      language: text,
      displayPosition: 1000,
      rank: 1000,
      postCount: 1000,
    };
    const ofTags: Record<keyof TagQueryFields, unknown> = {
      _id: id,
      _createdDate: new Date(0),
      _updatedDate: new Date(0),
      label: text,
      slug: text,
      language: text,
      postCount: 1000,
      publicationCount: 1000,
      publishedPostCount: 1000,
    };
    const areas: { fields: object; query(typedQuery: TypedQuery<{ _id: string }>): Promise<object> }[] = [
      { fields: ofPosts, query: client.posts.queryPosts },
      { fields: ofCategories, query: client.categories.queryCategories },
      { fields: ofTags, query: client.tags.queryTags },
    ];
    for (const { fields, query } of areas) {
      for (const [field, value] of Object.entries(fields)) {
        const isSorted = !Array.isArray(value) && field !== "contentText";
        const sort = isSorted ? [{ fieldName: field as "_id", order: "DESC" as const }] : [];
        const filter = { [field]: Array.isArray(value) ? { $hasSome: value } : value };
        expect(await query({ filter, sort }), field).toMatchObject({ pagingMetadata: { count: 0 } });
      }
    }
  });
});

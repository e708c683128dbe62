import { excerptOf, minutesToRead, plainTextOf } from "@porchlight/contract/blog/rich-content/plain-text";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Caller } from "../../platform/context/caller.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { newId } from "../../platform/db/ids.ts";
import { type SeedOptions, sampleSentence, sampleWords, seedInBatches } from "../../platform/seed/sample-data.ts";
import type { BlogContext, BlogTxContext } from "../blog-context.ts";
import { ensureCategory } from "../taxonomy/categories-store.ts";
import { ensureTag } from "../taxonomy/tags-store.ts";
import {
  findHighestSeed,
  insertManyPostLinks,
  insertPublishedPosts,
  type NewPublishedPost,
} from "./post-writes-store.ts";

const categoryLabels = [
  "Lamps",
  "Tools",
  "Visits",
  "Letters",
  "Repairs",
  "Evenings",
  "Recipes",
  "Walks",
  "People",
  "News",
];
const tagLabels = "brass glass wood wool paper oil salt rain snow wind night dawn market music bread".split(" ");
const authorNames = ["Ana Lima", "Ben Okafor", "Cleo Haas", "Dmitri Sato"];
/** A million posts reach back nineteen years. */
const spacingMinutes = 10;

/**
 * Creates published posts of about 2 kB with categories and tags, for load tests. No events are recorded.
 *
 * @throws {Refusal} `NOT_ALLOWED` unless the caller is the owner.
 */
export async function seedPosts(context: BlogContext, caller: Caller, options: SeedOptions): Promise<void> {
  const { db, site } = context;
  const at = context.now();
  let links: { categoryIds: string[]; tagIds: string[] } | undefined;
  await seedInBatches(
    caller,
    options,
    () => findHighestSeed(db, site.id),
    async (numbers) => {
      await db.transaction().execute(async (tx) => {
        links ??= await ensureLinks(context, tx, at);
        const { categoryIds, tagIds } = links;
        const posts = numbers.map((number) => generatePost(number, site.language, at));
        const added = await insertPublishedPosts(tx, site.id, posts, at);
        await insertManyPostLinks(
          tx,
          site.id,
          posts.flatMap(({ id }, n) =>
            added.has(id)
              ? [
                  {
                    postId: id,
                    categoryIds: [categoryIds[n % categoryIds.length]!],
                    tagIds: [tagIds[n % tagIds.length]!],
                  },
                ]
              : [],
          ),
        );
      });
    },
  );
}

async function ensureLinks({ site }: BlogTxContext, tx: DbOrTx, at: Date) {
  const named = (label: string) => ({ label, slug: label.toLowerCase(), language: site.language });
  const categoryIds: string[] = [];
  for (const label of categoryLabels) categoryIds.push((await ensureCategory(tx, site.id, named(label), at)).id);
  const tagIds: string[] = [];
  for (const label of tagLabels) tagIds.push((await ensureTag(tx, site.id, named(label), at)).id);
  return { categoryIds, tagIds };
}

function generatePost(number: number, language: string, at: Date): NewPublishedPost {
  const richContent = generateRichContent(number);
  const contentText = plainTextOf(richContent.nodes);
  const title = sampleWords(number, 3);
  return {
    id: newId(),
    language,
    slug: `seed-${number}`,
    title: `${title[0]!.toUpperCase()}${title.slice(1)}, part ${number}`,
    richContent,
    contentText,
    excerpt: excerptOf(richContent),
    minutesToRead: minutesToRead(contentText),
    authors: [authorNames[number % authorNames.length]!],
    featured: number % 50 === 0,
    firstPublishedDate: new Date(at.getTime() - number * spacingMinutes * 60_000),
  };
}

function generateRichContent(number: number): RichContent {
  const text = (words: string) => ({ type: "TEXT", id: "", nodes: [], textData: { text: words, decorations: [] } });
  const nodes = Array.from({ length: 4 }, (_, part) => [
    {
      type: "HEADING",
      id: `h${part}`,
      nodes: [text(`Part ${part + 1}`)],
      headingData: { level: 2 },
    },
    {
      type: "PARAGRAPH",
      id: `p${part}`,
      nodes: [text(Array.from({ length: 5 }, (_, n) => sampleSentence(number * 20 + part * 5 + n, 12)).join(" "))],
    },
  ]);
  return { nodes: nodes.flat() };
}

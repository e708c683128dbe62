import { readdir, readFile } from "node:fs/promises";
import { readFrontMatter } from "@porchlight/importers/front-matter/front-matter";
import { type AppContext, Refusal } from "@porchlight/server";
import {
  bulkInsertItems,
  createDataCollection,
  createPost,
  getTotalPosts,
  renameSite,
  updateSetting,
} from "@porchlight/server/operations";
import { owner } from "../runtime/operator.ts";

/** A made-up workshop and what its people write: Markdown with TOML above it, one file for each post. */
const contentFolder = new URL("../../demo/", import.meta.url);

const siteName = "Lantern Street Workshop";

/**
 * Fills an empty site with demo content, and goes on where an earlier start was cut off. A site with other posts stays as
 * it is.
 *
 * @returns How many posts were added.
 */
export async function addDemoContent(context: AppContext): Promise<number> {
  const { total } = await getTotalPosts(context, { caller: owner }, { query: {} });
  // The name comes first: with it and fewer posts than there should be, a start was cut off.
  if (total > 0 && context.site.name !== siteName) return 0;
  const files = (await readdir(contentFolder)).filter((name) => name.endsWith(".md")).sort();
  if (total >= files.length) return 0;
  await renameSite(context, owner, siteName);
  await addTools(context);
  // What is written in English is said to be, whatever the site speaks.
  const english = { ...context, site: { ...context.site, language: "en" } };
  let added = 0;
  for (const file of files) added += await addPost(english, file);
  return added;
}

async function addPost(context: AppContext, file: string): Promise<number> {
  const { frontMatter, body } = readFrontMatter(await readFile(new URL(file, contentFolder), "utf8"));
  const { title = "", date, authors, categories, tags, raw } = frontMatter;
  try {
    await createPost(context, owner, {
      title,
      slug: file.replace(/\.md$/, ""),
      content: { markdown: body },
      categories,
      tags,
      authors,
      featured: raw.featured === true,
      ...(date ? { firstPublishedDate: date } : {}),
    });
    return 1;
  } catch (error) {
    if (error instanceof Refusal && error.code === "SLUG_TAKEN") return 0;
    throw error;
  }
}

/** What members of the workshop lend each other: a collection that everybody reads and members add to. */
async function addTools(context: AppContext): Promise<void> {
  const { collection, items } = JSON.parse(await readFile(new URL("tools.json", contentFolder), "utf8")) as {
    collection: Parameters<typeof createDataCollection>[2];
    items: Record<string, unknown>[];
  };
  try {
    await createDataCollection(context, { caller: owner }, collection);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "COLLECTION_EXISTS")) throw error;
  }
  await updateSetting(context, owner, "navigation", [`Tools:/collections/${collection.id}`]);
  // By ids of their own, so that a start that was cut off adds none twice.
  const dataItems = items.map((data, index) => ({ id: `tool-${index + 1}`, data }));
  await bulkInsertItems(
    context,
    { caller: owner },
    { body: { dataCollectionId: collection.id, dataItems, suppressHooks: true } },
  );
}

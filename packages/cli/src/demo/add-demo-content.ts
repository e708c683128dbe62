import { readdir, readFile } from "node:fs/promises";
import { readFrontMatter } from "@porchlight/importers/front-matter/front-matter";
import { type AppContext, Refusal } from "@porchlight/server";
import {
  bulkInsertItems,
  createDataCollection,
  createForm,
  createPost,
  getTotalPosts,
  listAllForms,
  renameSite,
  updateSetting,
} from "@porchlight/server/operations";
import { owner } from "../runtime/operator.ts";

/** Posts of a fictional workshop: Markdown with TOML front matter, one file per post. */
const contentFolder = new URL("../../demo/", import.meta.url);

const siteName = "Lantern Street Workshop";

/**
 * Fills an empty site with demo content, and continues after an interrupted start. A site with other posts is
 * unchanged.
 *
 * @returns The number of added posts.
 */
export async function addDemoContent(context: AppContext): Promise<number> {
  const { total } = await getTotalPosts(context, { caller: owner }, { query: {} });
  // The name is set first: with it and fewer posts than files, an earlier start was interrupted.
  if (total > 0 && context.site.name !== siteName) return 0;
  const files = (await readdir(contentFolder)).filter((name) => name.endsWith(".md")).sort();
  if (total >= files.length) return 0;
  await renameSite(context, owner, siteName);
  const links = [await addTools(context), await addContactForm(context)];
  await updateSetting(context, owner, "navigation", links);
  // The content is English, regardless of the site's language.
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

/** A public collection of tools that members lend each other and add to. @returns Its link in the header. */
async function addTools(context: AppContext): Promise<string> {
  const {
    collection,
    items,
  }: { collection: Parameters<typeof createDataCollection>[2]; items: Record<string, unknown>[] } = JSON.parse(
    await readFile(new URL("tools.json", contentFolder), "utf8"),
  );
  try {
    await createDataCollection(context, { caller: owner }, collection);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "COLLECTION_EXISTS")) throw error;
  }
  // Fixed ids, so that an interrupted start adds no duplicates.
  const dataItems = items.map((data, index) => ({ id: `tool-${index + 1}`, data }));
  await bulkInsertItems(
    context,
    { caller: owner },
    { body: { dataCollectionId: collection.id, dataItems, suppressHooks: true } },
  );
  return `Tools:/collections/${collection.id}`;
}

/** A form with a rule, uploads and a confirmation by email. @returns Its link in the header. */
async function addContactForm(context: AppContext): Promise<string> {
  const form: Parameters<typeof createForm>[2]["body"]["form"] = JSON.parse(
    await readFile(new URL("contact.json", contentFolder), "utf8"),
  );
  const existing = (await listAllForms(context, { caller: owner })).find(({ name }) => name === form.name);
  const { id } = existing ?? (await createForm(context, { caller: owner }, { body: { form } })).form;
  return `Contact:/forms/${id}`;
}

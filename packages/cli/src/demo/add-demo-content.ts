import { readdir, readFile } from "node:fs/promises";
import { mediaPath } from "@porchlight/contract/media/media-file";
import { readFrontMatter } from "@porchlight/importers/front-matter/front-matter";
import { markdownToRichContent } from "@porchlight/importers/rich-content/markdown/markdown-to-rich-content";
import { type AppContext, Refusal } from "@porchlight/server";
import {
  bulkInsertItems,
  createCategory,
  createDataCollection,
  createForm,
  createPost,
  createSitePage,
  getTotalPosts,
  listAllForms,
  publishSitePage,
  renameSite,
  updateSetting,
  uploadBytes,
} from "@porchlight/server/operations";
import { owner } from "../runtime/operator.ts";

/** Posts of a fictional workshop: Markdown with TOML front matter, one file per post. */
const contentFolder = new URL("../../demo/", import.meta.url);

const siteName = "Lantern Street Workshop";

const homeTitle = "Fix it together";
const homeText =
  "A neighborhood workshop for everything with a plug, a seam, or a wobble. Bring what’s broken; we’ll lend you the tools and show you how.";

const categories = [
  {
    label: "Repair notes",
    description: "What was broken, how we found out, and what it took to fix it.",
    cover: "category-repair-notes",
  },
  {
    label: "Guides",
    description: "Methods, materials, and tools, for your first repair and your fiftieth.",
    cover: "category-guides",
  },
  {
    label: "Workshop life",
    description: "News from Lantern Street, opening hours, and far too much about soup.",
    cover: "category-workshop-life",
  },
];

const authors = [
  {
    name: "Maren Holt",
    text: "Maren opened the workshop with two benches and a kettle. She repairs lamps, writes the newsletter, and has never lost a screw she could not find again.",
    portrait: "author-maren-holt",
  },
  {
    name: "Jun Takeda",
    text: "Jun finds out what’s wrong with things. Twenty years of radios and sewing machines taught him to ask the owner first.",
    portrait: "author-jun-takeda",
  },
  {
    name: "Idris Vaughan",
    text: "Idris looks after the wood bench, the glue shelf, and the soup. He has opinions on all three.",
    portrait: "author-idris-vaughan",
  },
];

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
  const files = (await readdir(contentFolder)).filter((name) => name.endsWith(".md") && name !== aboutFile).sort();
  if (total >= files.length) return 0;
  await renameSite(context, owner, siteName);
  // The content is English, regardless of the site's language.
  const english = { ...context, site: { ...context.site, language: "en" } };
  const contact = await addContactForm(context);
  await updateSetting(context, owner, "navigation", [
    "Blog:/blog",
    await addTools(context),
    await addAboutPage(english, contact),
    `Contact:${contact}`,
    "Search:/search",
  ]);
  await updateSetting(context, owner, "homeTitle", homeTitle);
  await updateSetting(context, owner, "homeText", homeText);
  for (const category of categories) await addCategory(english, category);
  await updateSetting(context, owner, "authors", await addPortraits(context));
  let added = 0;
  for (const file of files) added += await addPost(english, file);
  return added;
}

async function addPost(context: AppContext, file: string): Promise<number> {
  const { frontMatter, body } = readFrontMatter(await readFile(new URL(file, contentFolder), "utf8"));
  const { title = "", date, authors, categories, tags, description, raw } = frontMatter;
  const slug = file.replace(/\.md$/, "");
  try {
    await createPost(context, owner, {
      title,
      slug,
      content: { markdown: body },
      categories,
      tags,
      authors,
      featured: raw.featured === true,
      heroImage: await addImage(context, slug, String(raw.coverAlt ?? "")),
      ...(description ? { excerpt: description } : {}),
      ...(date ? { firstPublishedDate: date } : {}),
    });
    return 1;
  } catch (error) {
    return ignoring("SLUG_TAKEN", error) ?? 0;
  }
}

/** An image of the content folder, in the media library. */
async function addImage(context: AppContext, name: string, altText = "") {
  const filename = `${name}.webp`;
  const bytes = new Uint8Array(await readFile(new URL(`images/${filename}`, contentFolder)));
  const { id, width = 0, height = 0 } = await uploadBytes(context, owner, { filename, bytes, altText });
  return { id, url: mediaPath + id, width, height, ...(altText !== "" && { altText }), filename };
}

async function addCategory(context: AppContext, { label, description, cover }: (typeof categories)[number]) {
  const category = { label, description, coverImage: await addImage(context, cover) };
  await createCategory(context, { caller: owner }, { body: { category } }).catch((error: unknown) =>
    ignoring("LABEL_TAKEN", error),
  );
}

/** @returns The value of the setting. */
async function addPortraits(context: AppContext): Promise<string> {
  const entries = authors.map(async ({ name, text, portrait }) => {
    const { url: picture } = await addImage(context, portrait);
    return { name, text, picture };
  });
  return JSON.stringify(await Promise.all(entries));
}

const aboutFile = "about.md";

/** @param contact The path of the contact form. @returns The page's link in the header. */
async function addAboutPage(context: AppContext, contact: string): Promise<string> {
  const { frontMatter, body } = readFrontMatter(await readFile(new URL(aboutFile, contentFolder), "utf8"));
  const { richContent } = markdownToRichContent(body, {
    warn: () => undefined,
    resolveLink: (address) => (address === "CONTACT" ? contact : address),
    resolveImage: () => undefined,
  });
  try {
    const page = { title: frontMatter.title, seoSlug: "about", richContent: { ...richContent } };
    const created = await createSitePage(context, { caller: owner }, { body: { page } });
    const { id } = created.page;
    await publishSitePage(context, { caller: owner }, { params: { pageId: id }, body: {} });
  } catch (error) {
    ignoring("SLUG_TAKEN", error);
  }
  return "About:/about";
}

/** For content that an interrupted start has added. @throws `error` if it is another one. */
function ignoring(code: string, error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === code)) throw error;
}

/** A public collection of tools that members lend each other and add to. @returns Its link in the header. */
async function addTools(context: AppContext): Promise<string> {
  const {
    collection,
    items,
  }: { collection: Parameters<typeof createDataCollection>[2]; items: Record<string, unknown>[] } = JSON.parse(
    await readFile(new URL("tools.json", contentFolder), "utf8"),
  );
  await createDataCollection(context, { caller: owner }, collection).catch((error: unknown) =>
    ignoring("COLLECTION_EXISTS", error),
  );
  // Fixed ids, so that an interrupted start adds no duplicates.
  const dataItems = items.map((data, index) => ({ id: `tool-${index + 1}`, data }));
  await bulkInsertItems(
    context,
    { caller: owner },
    { body: { dataCollectionId: collection.id, dataItems, suppressHooks: true } },
  );
  return `Tools:/collections/${collection.id}`;
}

/** A form with a rule, uploads and a confirmation by email. @returns Its path. */
async function addContactForm(context: AppContext): Promise<string> {
  const form: Parameters<typeof createForm>[2]["body"]["form"] = JSON.parse(
    await readFile(new URL("contact.json", contentFolder), "utf8"),
  );
  const existing = (await listAllForms(context, { caller: owner })).find(({ name }) => name === form.name);
  const { id } = existing ?? (await createForm(context, { caller: owner }, { body: { form } })).form;
  return `/forms/${id}`;
}

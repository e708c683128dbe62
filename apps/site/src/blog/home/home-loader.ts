import type { PostSummary } from "@porchlight/react";
import { data, type LoaderFunctionArgs } from "react-router";
import type { SiteClient } from "../../client.ts";
import type { HomeSection } from "../../settings.ts";
import { type Problem, toProblem } from "../../shell/problem.ts";
import { clientContext, reportContext, settingsContext } from "../../site.ts";
import {
  type BlogCategory,
  loadCategories,
  loadPosts,
  namesOf,
  onePerTranslation,
  toSummary,
} from "../blog-content.ts";
import type { CollectionSection, PageSection } from "./added-sections.tsx";

/** The sections of the home page unless the owner chooses others. */
const builtInSections: readonly HomeSection[] = [
  { kind: "intro" },
  { kind: "featured" },
  { kind: "latest" },
  { kind: "categories" },
  { kind: "join" },
];
const cardCounts = { featured: 3, latest: 6, category: 3, collection: 6 } as const;

/** Few sites have sections of these kinds. */
const addedSections = () => import("./added-sections.tsx");

/** A section of the home page with its content. */
export type HomePart =
  | { kind: "intro" | "join" }
  | { kind: "featured" | "latest"; posts: PostSummary[] }
  | { kind: "category"; category: BlogCategory; posts: PostSummary[] }
  | CollectionSection
  | PageSection
  | { kind: "categories"; categories: BlogCategory[] };

export interface HomeData {
  /** Without sections that have no content. */
  parts: HomePart[];
  /** Why the posts are missing, if they are. */
  problem?: Problem;
}

/** Posts of a section above `latest` are excluded from it. */
export async function homeLoader({ context }: LoaderFunctionArgs) {
  const client = context.get(clientContext);
  const { homeSections: sections = builtInSections, language } = context.get(settingsContext);
  try {
    const categories = await loadCategories(client);
    return data<HomeData>({
      parts: await loadParts(client, sections, categories, language, context.get(reportContext)),
    });
  } catch (error) {
    const problem = toProblem(error);
    context.get(reportContext)(error);
    const parts = sections.flatMap(({ kind }): HomePart[] => (kind === "intro" || kind === "join" ? [{ kind }] : []));
    return data<HomeData>({ parts, problem }, { status: problem.status });
  }
}

async function loadParts(
  client: SiteClient,
  sections: readonly HomeSection[],
  categories: BlogCategory[],
  language: string | undefined,
  report: (error: unknown) => void,
): Promise<HomePart[]> {
  const names = namesOf(categories);
  const isCounted = sections.filter(({ kind }) => kind === "featured" || kind === "category");
  const aboveLatest = isCounted.reduce((sum, section) => sum + limitOf(section), 0);
  const loaded = await Promise.all(
    sections.map(async (section): Promise<HomePart | undefined> => {
      const sort = "PUBLISHED_DATE_DESC";
      const summaries = async (options: Parameters<typeof loadPosts>[1]) =>
        (await loadPosts(client, { sort, ...options })).posts.map((post) => toSummary(post, names));
      switch (section.kind) {
        case "featured":
          return { kind: "featured", posts: await summaries({ featured: true, paging: { limit: limitOf(section) } }) };
        case "latest":
          return {
            kind: "latest",
            posts: await summaries({ paging: { limit: Math.min(100, limitOf(section) + aboveLatest) } }),
          };
        case "category": {
          const category = categories.find(({ slug }) => slug === section.slug);
          if (!category) return undefined;
          const paging = { limit: limitOf(section) };
          return { kind: "category", category, posts: await summaries({ categoryIds: [category.id], paging }) };
        }
        case "collection":
          return (await addedSections()).loadCollection(client, section.collectionId ?? "", limitOf(section));
        case "page":
          return (await addedSections()).loadPage(client, section.slug ?? "", report);
        case "categories":
          return { kind: "categories", categories: onePerTranslation(categories, language) };
        default:
          return { kind: section.kind };
      }
    }),
  );
  const shown = new Set<unknown>();
  return sections.flatMap((section, at): HomePart[] => {
    const part = loaded[at];
    if (!part) return [];
    if (part.kind === "collection") return part.items.length > 0 ? [part] : [];
    if (part.kind === "categories") return part.categories.length > 0 ? [part] : [];
    if (!("posts" in part)) return [part];
    const posts =
      part.kind === "latest" ? part.posts.filter(({ _id }) => !shown.has(_id)).slice(0, limitOf(section)) : part.posts;
    for (const { _id } of posts) shown.add(_id);
    return posts.length > 0 ? [{ ...part, posts }] : [];
  });
}

function limitOf({ kind, limit }: HomeSection): number {
  return limit ?? (Object.hasOwn(cardCounts, kind) ? cardCounts[kind as keyof typeof cardCounts] : 0);
}

import type { PostSummary } from "@porchlight/react";
import { data, type LoaderFunctionArgs } from "react-router";
import { type Problem, toProblem } from "../../shell/problem.ts";
import { clientContext, reportContext } from "../../site.ts";
import { type BlogCategory, loadCategories, loadPosts, namesOf, toSummary } from "../blog-content.ts";

const featuredCount = 3;
const latestCount = 6;

export interface HomeData {
  featured: PostSummary[];
  latest: PostSummary[];
  categories: BlogCategory[];
  /** Why the posts are missing, if they are. */
  problem?: Problem;
}

/** Featured posts are shown above and excluded from the latest ones. */
export async function homeLoader({ context }: LoaderFunctionArgs) {
  const client = context.get(clientContext);
  try {
    const [featured, newest, categories] = await Promise.all([
      loadPosts(client, { featured: true, sort: "PUBLISHED_DATE_DESC", paging: { limit: featuredCount } }),
      loadPosts(client, { sort: "PUBLISHED_DATE_DESC", paging: { limit: featuredCount + latestCount } }),
      loadCategories(client),
    ]);
    const names = namesOf(categories);
    const cards = (posts: typeof newest.posts) => posts.map((post) => toSummary(post, names));
    const shown = new Set(featured.posts.map(({ _id }) => _id));
    const latest = newest.posts.filter(({ _id }) => !shown.has(_id)).slice(0, latestCount);
    return data<HomeData>({ featured: cards(featured.posts), latest: cards(latest), categories });
  } catch (error) {
    const problem = toProblem(error);
    context.get(reportContext)(error);
    return data<HomeData>({ featured: [], latest: [], categories: [], problem }, { status: problem.status });
  }
}

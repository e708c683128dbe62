import type { posts } from "@wix/blog";
import { media } from "@wix/sdk";
import { client } from "./client";
import { h } from "./dom";

export async function blogPage(): Promise<HTMLElement> {
  const [found, { categories = [] }, total] = await Promise.all([
    client.posts
      .queryPosts({ fieldsets: ["URL"] })
      .descending("firstPublishedDate")
      .limit(2)
      .find(),
    client.categories.listCategories(),
    client.posts.getTotalPosts(),
  ]);
  const list = h("ul", {}, ...found.items.map(entry));
  const more = h(
    "button",
    {
      async click() {
        const next = await found.next();
        list.append(...next.items.map(entry));
        more.remove();
      },
    },
    "More",
  );
  return h(
    "section",
    {},
    h("h1", {}, `Blog: ${total.total} posts`),
    h("p", {}, categories.map(({ label }) => label).join(", ")),
    list,
    found.hasNext() && more,
  );
}

function entry(post: posts.Post): HTMLElement {
  const date = post.firstPublishedDate?.toLocaleDateString("en-GB");
  return h("li", {}, h("a", { href: `#/post/${post.slug}` }, post.title ?? ""), ` ${date}`, picture(post.heroImage));
}

const picture = (image: string | null | undefined) =>
  image && h("img", { alt: "", src: media.getScaledToFillImageUrl(image, 320, 180, {}) });

export async function postPage(slug: string): Promise<HTMLElement> {
  const { post } = await client.posts.getPostBySlug(slug, { fieldsets: ["RICH_CONTENT", "METRICS"] });
  const paragraphs = post?.richContent?.nodes?.filter(({ type }) => type === "PARAGRAPH") ?? [];
  const { data } = await client.graphql<{ posts: { nodes: { title: string }[] } }, { count: number }>(
    "query ($count: Int!) { posts(first: $count) { nodes { title } } }",
    { count: 3 },
  );
  return h(
    "article",
    {},
    h("h1", {}, post?.title ?? ""),
    ...paragraphs.map(({ nodes = [] }) => h("p", {}, nodes.map((node) => node.textData?.text).join(""))),
    h("aside", {}, `Latest: ${data.posts.nodes.map(({ title }) => title).join(", ")}`),
  );
}

import { readImageAddress } from "@porchlight/client/blog";
import { Post } from "@porchlight/react";
import { useMemo } from "react";
import { useLoaderData } from "react-router";
import { escapeForScript } from "../page-state.ts";
import { imageHostOf } from "../settings.ts";
import { PageHead } from "../shell/page-head.tsx";
import { useSite } from "../site.ts";
import { authorPath } from "./blog-content.ts";
import { blogPosting } from "./json-ld.ts";
import { MorePostsNav } from "./more-posts-nav.tsx";
import { withOwnImages } from "./own-images.ts";
import type { PostData } from "./post-loader.ts";

export { postLoader } from "./post-loader.ts";

export function PostPage() {
  const { post, categories, tags, more } = useLoaderData<PostData>();
  const { settings, nonce } = useSite();
  const path = `/blog/${encodeURIComponent(post.slug ?? "")}`;
  const image = readImageAddress(post.heroImage, settings.apiUrl);
  const richContent = useMemo(() => withOwnImages(post.richContent, settings), [post, settings]);
  const article = {
    published: post.firstPublishedDate?.toISOString(),
    modified: post.lastPublishedDate?.toISOString(),
    authors: [...new Set(post.authors)],
    tags: [...new Set(tags.map(({ label }) => label))],
  };
  const facts = blogPosting({
    title: post.title ?? "",
    description: post.excerpt || undefined,
    ...article,
    image: image?.src,
    language: post.language || settings.language,
    url: settings.publicUrl + path,
    siteName: settings.siteName,
    siteUrl: settings.publicUrl,
  });
  return (
    // Another post is another page: nothing of this one stays, its focus neither.
    <div key={path} className="post-page">
      <PageHead
        title={post.title ?? ""}
        description={post.excerpt || undefined}
        canonicalPath={path}
        article={article}
        image={image}
      />
      <script type="application/ld+json" nonce={nonce} suppressHydrationWarning>
        {escapeForScript(JSON.stringify(facts))}
      </script>
      <Post
        post={{ ...post, richContent }}
        categories={categories}
        tags={tags}
        authorHref={authorPath}
        imageHost={imageHostOf(settings)}
      />
      <MorePostsNav {...more} />
    </div>
  );
}

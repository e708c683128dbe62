import { Post, prepareRichContent } from "@porchlight/react";
import contentStyles from "@porchlight/react/styles/content.css?url";
import { useMemo } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { imageHostOf } from "../../settings.ts";
import { PageHead } from "../../shell/page-head.tsx";
import { clientContext, reportContext, useSite } from "../../site.ts";
import postStyles from "../../styles/post.css?url";
import { createText } from "../../texts.ts";
import { authorPath, categoryPath, loadTagLinks, rejectUnknown, toBlogCategory } from "../blog-content.ts";
import { PageView, preparePage } from "../page/page-view.tsx";
import { portraitOf, rewriteImageUrls } from "./post-images.ts";

export { RichContent } from "@porchlight/react";

export const previewText = createText({
  "preview.title": "Preview",
  "preview.text": "This is the last saved version. Only people with this link can see it.",
});

/** The post or page of a preview link. An expired link is a 404. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const client = context.get(clientContext);
  const { searchParams } = new URL(request.url);
  const pageToken = searchParams.get("page");
  if (pageToken !== null) {
    const page = await client.publishedPages.getPagePreview(pageToken).catch(rejectUnknown);
    return { page: await preparePage(page, context.get(reportContext)) };
  }
  const token = searchParams.get("token") ?? "";
  const { post } = await client.discovery.getPostPreview(token).catch(rejectUnknown);
  const [{ categories = [] }, tags] = await Promise.all([
    client.categories.listCategories({ paging: { limit: 100 } }).catch(() => ({ categories: [] })),
    loadTagLinks(client, post.tagIds).catch(() => []),
    prepareRichContent(post.richContent).catch(context.get(reportContext)),
  ]);
  return {
    post,
    tags,
    categories: categories
      .filter(({ _id }) => post.categoryIds.includes(_id ?? ""))
      .map(toBlogCategory)
      .map((category) => ({ label: category.title, href: categoryPath(category) })),
  };
}

function PreviewPage() {
  const data = useLoaderData<typeof loader>();
  const { title } = "page" in data ? data.page : data.post;
  return (
    <div className="post-page">
      <PageHead styles={[contentStyles, postStyles]} title={`${title} – ${previewText("preview.title")}`} noIndex />
      <p role="note" className="site-notice">
        {previewText("preview.text")}
      </p>
      {"page" in data ? <PageView page={data.page} /> : <PostPreview {...data} />}
    </div>
  );
}

function PostPreview({ post, categories, tags }: Exclude<Awaited<ReturnType<typeof loader>>, { page: unknown }>) {
  const { settings, nonce } = useSite();
  const richContent = useMemo(() => rewriteImageUrls(post.richContent, settings), [post, settings]);
  return (
    <Post
      post={{ ...post, richContent }}
      categories={categories}
      tags={tags}
      authorHref={authorPath}
      authorPicture={(author) => portraitOf(author, settings)}
      imageHost={imageHostOf(settings)}
      frameHost={imageHostOf(settings)}
      nonce={nonce}
    />
  );
}

export { PreviewPage as Component };

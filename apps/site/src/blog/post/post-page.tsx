import { parseImageUrl, readPostSeo } from "@porchlight/client/blog";
import { Post } from "@porchlight/react";
import contentStyles from "@porchlight/react/styles/content.css?url";
import { lazy, Suspense, useMemo } from "react";
import { useLoaderData } from "react-router";
import { imageHostOf } from "../../settings.ts";
import { PageHead } from "../../shell/page-head.tsx";
import { useSite } from "../../site.ts";
import postStyles from "../../styles/post.css?url";
import { authorPath } from "../blog-content.ts";
import { portraitOf, previewImage, rewriteImageUrls } from "./post-images.ts";
import type { PostData } from "./post-loader.ts";

export { RichContent } from "@porchlight/react";
export { postLoader as loader } from "./post-loader.ts";

/** Loaded after hydration. */
const BelowPost = lazy(() => import("./post-footer.tsx"));
/** Only for posts with restricted content. */
const ReadOn = lazy(() => import("./read-on.tsx"));
const PostLanguages = lazy(() => import("./post-languages.tsx"));

function PostPage() {
  const { post, categories, tags, more, comments, translations, search } = useLoaderData<PostData>();
  const { settings, nonce } = useSite();
  const path = `/blog/${encodeURIComponent(post.slug ?? "")}${search}`;
  const language = post.language || settings.language;
  const image = parseImageUrl(post.heroImage, settings.apiUrl);
  const richContent = useMemo(() => rewriteImageUrls(post.richContent, settings), [post, settings]);
  const article = {
    published: post.firstPublishedDate?.toISOString(),
    modified: post.lastPublishedDate?.toISOString(),
    authors: [...new Set(post.authors)],
    tags: [...new Set(tags.map(({ label }) => label))],
  };
  const seo = readPostSeo(post.seoData);
  const description = seo.description ?? (post.excerpt || undefined);
  const metadata = {
    title: post.title ?? "",
    description,
    ...article,
    image: image?.src,
    language,
    url: settings.publicUrl + path,
    siteName: settings.siteName,
    siteUrl: settings.publicUrl,
  };
  return (
    // Remounted per post, so that focus moves to its heading.
    <div key={path} className="post-page">
      <PageHead
        styles={[contentStyles, postStyles]}
        title={seo.title ?? post.title ?? ""}
        description={description}
        canonicalPath={path}
        canonicalUrl={seo.canonicalUrl}
        noIndex={seo.noIndex}
        article={article}
        image={previewImage(parseImageUrl(seo.image) ?? image, post._id, settings.apiUrl)}
      />
      {translations[1] || language !== settings.language ? (
        <Suspense>
          <PostLanguages {...{ translations, path, language }} />
        </Suspense>
      ) : null}
      <Post
        post={{ ...post, richContent }}
        categories={categories}
        tags={tags}
        authorHref={authorPath}
        authorPicture={(author) => portraitOf(author, settings)}
        imageHost={imageHostOf(settings)}
        frameHost={imageHostOf(settings)}
        nonce={nonce}
      >
        {post.preview && (
          <Suspense>
            <ReadOn membersOnly={post.membersOnly && post.pricingPlanIds.length === 0} />
          </Suspense>
        )}
      </Post>
      <Suspense>
        <BelowPost
          postId={post._id}
          path={path}
          metadata={metadata}
          likes={post.metrics?.likes ?? 0}
          views={post.metrics?.views ?? 0}
          ratings={{ ratings: post.metrics?.ratings ?? 0, averageRating: post.metrics?.averageRating }}
          more={more}
          comments={comments}
        />
      </Suspense>
    </div>
  );
}

export { PostPage as Component };

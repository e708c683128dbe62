import { parseImageUrl, readPostSeo } from "@porchlight/client/blog";
import contentStyles from "@porchlight/react/styles/content.css?url";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { PageHead } from "../../shell/page-head.tsx";
import { clientContext, reportContext, useSite } from "../../site.ts";
import postStyles from "../../styles/post.css?url";
import { rejectUnknown } from "../blog-content.ts";
import { previewImage } from "../post/post-images.ts";
import { PageView, preparePage } from "./page-view.tsx";

export { RichContent } from "@porchlight/react";

/** A page that the owner has published. An unknown path is a 404. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const page = await context
    .get(clientContext)
    .publishedPages.getPublishedPage(params.slug ?? "")
    .catch(rejectUnknown);
  return preparePage(page, context.get(reportContext));
}

function SitePage() {
  const page = useLoaderData<typeof loader>();
  const { settings } = useSite();
  const seo = readPostSeo(page.seoData);
  const image = parseImageUrl(seo.image);
  return (
    // Remounted per page, so that focus moves to its heading.
    <div key={page._id} className="post-page">
      <PageHead
        styles={[contentStyles, postStyles]}
        title={seo.title ?? page.title}
        description={seo.description}
        canonicalPath={`/${encodeURIComponent(page.slug)}`}
        canonicalUrl={seo.canonicalUrl}
        noIndex={seo.noIndex}
        image={image && previewImage(image, page._id, settings.apiUrl)}
      />
      <PageView page={page} />
    </div>
  );
}

export { SitePage as Component };

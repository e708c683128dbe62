import { useQuery } from "@tanstack/react-query";
import { ExternalLink, RotateCw } from "lucide-react";
import { useParams } from "react-router";
import { useConsole } from "../context.ts";
import { useMediaQuery } from "../shell/use-media-query.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { Page, type PageProps } from "../ui/page.tsx";
import { ScaledFrame, usePreviewSize } from "../ui/scaled-frame.tsx";
import { ErrorMessage } from "../ui/section.tsx";

/** Shows the saved version of a post on the site. */
export function PostPreview() {
  const { id = "" } = useParams();
  const { draftPosts } = useConsole().clients.site;
  return (
    <Preview
      back={{ to: `/posts/${id}`, name: text("Back to the post") }}
      label={text("Preview of the post")}
      id={id}
      createLink={(signal) => draftPosts.createPostPreview(id, { signal })}
    />
  );
}

/** Shows the saved version of a page on the site. */
export function PagePreview() {
  const { id = "" } = useParams();
  const { sitePages } = useConsole().clients.site;
  return (
    <Preview
      back={{ to: `/site/pages/${id}`, name: text("Back to the page") }}
      label={text("Preview of the page")}
      id={id}
      createLink={(signal) => sitePages.createPagePreview(id, { signal })}
    />
  );
}

interface PreviewProps {
  back: NonNullable<PageProps["back"]>;
  /** Name of the frame. */
  label: string;
  id: string;
  /** Creates a link that lasts for 30 minutes. */
  createLink(signal: AbortSignal): Promise<{ path: string }>;
}

/** Shows a page of the site at the width of a phone or of a desktop. */
function Preview({ back, label, id, createLink }: PreviewProps) {
  const isNarrow = useMediaQuery("(max-width: 40rem)");
  const { tabs, ...size } = usePreviewSize(isNarrow ? "phone" : "desktop");
  const link = useQuery({
    queryKey: ["preview", id],
    queryFn: ({ signal }) => createLink(signal),
    // The link lasts for 30 minutes.
    staleTime: 20 * 60_000,
    gcTime: 0,
  });
  return (
    <Page
      title={text("Preview")}
      back={back}
      actions={
        link.data && (
          <>
            <Button onPress={() => void link.refetch()}>
              <RotateCw aria-hidden size={16} />
              {text("Reload")}
            </Button>
            <Button onPress={() => window.open(link.data.path, "_blank", "noopener")}>
              <ExternalLink aria-hidden size={16} />
              {text("Open in a new tab")}
            </Button>
          </>
        )
      }
    >
      {tabs}
      <p className="text-muted">{text("Only people with this link can see it. The link expires after 30 minutes.")}</p>
      {link.isError && <ErrorMessage error={link.error} />}
      {link.data && <ScaledFrame key={link.dataUpdatedAt} title={label} path={link.data.path} {...size} />}
    </Page>
  );
}

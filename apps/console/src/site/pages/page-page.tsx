import type { SitePage } from "@porchlight/client/site";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useConsole } from "../../context.ts";
import { StoredChangesNotice } from "../../editor/stored-changes-notice.tsx";
import { text } from "../../texts/text.ts";
import { Page } from "../../ui/page.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { PageEditor } from "./page-editor.tsx";

/** Writes a page of the site. A new one gets its address once it is saved for the first time. */
function PagePage() {
  const { id = "new" } = useParams();
  /** The editor stays when a new page gets its id. */
  const [created, setCreated] = useState<string>();
  const key = useRef(id);
  if (id !== key.current && !(key.current === "new" && id === created)) key.current = id;
  return <LoadedPage key={key.current} id={key.current === "new" ? undefined : key.current} onCreated={setCreated} />;
}

function LoadedPage({ id, onCreated }: { id: string | undefined; onCreated(id: string): void }) {
  const { sitePages } = useConsole().clients.site;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [version, setVersion] = useState(0);
  const page = useQuery({
    queryKey: ["site-pages", "one", id, version],
    queryFn: ({ signal }): Promise<SitePage> => sitePages.getSitePage(id ?? "", { signal }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const back = { to: "/site/pages", name: text("Pages") };
  if (page.isError)
    return (
      <Page title={text("Page")} back={back}>
        <ErrorMessage error={page.error} />
        {id && (
          <StoredChangesNotice
            kind="page"
            id={id}
            error={page.error}
            onCreate={() => void navigate("/site/pages/new")}
          />
        )}
      </Page>
    );
  if (id !== undefined && !page.data) return null;
  if (page.data?.status === "DELETED")
    return (
      <Page title={page.data.title || text("Untitled page")} back={back}>
        <p>{text("This page is in the trash. Restore it to edit it.")}</p>
      </Page>
    );
  return (
    <PageEditor
      key={version}
      page={page.data}
      onCreated={onCreated}
      onChanged={() => void queries.invalidateQueries({ queryKey: ["site-pages", "list"] })}
      onReload={() => setVersion((before) => before + 1)}
    />
  );
}

export { PagePage as Component };

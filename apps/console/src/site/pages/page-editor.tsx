import { readPostSeo } from "@porchlight/client/blog";
import type { SitePage, SitePageInput } from "@porchlight/client/site";
import { isReservedSlug, toPageSlug } from "@porchlight/contract/site/pages/slug";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useConsole, useStaffAccount } from "../../context.ts";
import { type DraftChanges, draftStorage, readStoredChanges } from "../../editor/draft-changes.ts";
import { EditorHeader, PublishChangesButton } from "../../editor/editor-header.tsx";
import { findWarnings } from "../../editor/find-warnings.ts";
import { ConflictDialog, SaveStateText } from "../../editor/save-state.tsx";
import { SeoFields } from "../../editor/seo-fields.tsx";
import { SlugField } from "../../editor/slug-field.tsx";
import { focusTitle, TextEditor } from "../../editor/text-editor.tsx";
import { useDraftSaver } from "../../editor/use-draft-saver.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorMessage, PanelSection } from "../../ui/section.tsx";
import { showToast } from "../../ui/toast.tsx";
import { PageStatus, titleOf, useDeletePage } from "./page-actions.tsx";
import { findPlaceholders, pageTemplates } from "./page-templates.ts";

type Content = NonNullable<SitePage["richContent"]>;
type PageProperties = Pick<SitePageInput, "seoSlug" | "seoData">;
type PageChanges = DraftChanges<SitePageInput>;

/** Props of {@link PageEditor}. */
export interface PageEditorProps {
  /** Absent: a new page. */
  page: SitePage | undefined;
  onCreated(id: string): void;
  /** Called after each change on the server. */
  onChanged(): void;
  /** Loads the saved page again. */
  onReload(): void;
}

/** The title, content and settings of a page, which are saved while they are edited. */
export function PageEditor({ page, onCreated, onChanged, onReload }: PageEditorProps) {
  const { clients, settings } = useConsole();
  const { sitePages } = clients.site;
  const { _id: accountId } = useStaffAccount();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [template] = useState(() =>
    page ? undefined : pageTemplates.find(({ id }) => id === parameters.get("template")),
  );
  const kind = template ? `page-${template.id}` : "page";
  const [start] = useState(() => {
    const made = template?.create();
    const stored = readStoredChanges<PageChanges>(draftStorage(accountId), { kind, id: page?._id });
    return stored ?? (made && { title: made.title, richContent: () => made.content });
  });
  const [title, setTitle] = useState(start?.title ?? page?.title ?? "");
  const [properties, setProperties] = useState<PageProperties>({ ...page, ...start });
  const [content] = useState<Content>(() => start?.richContent?.() ?? page?.richContent ?? { nodes: [] });
  const [getContent, setGetContent] = useState<() => Content>(() => () => content);
  const [saved, setSaved] = useState(page);
  const [warnings, setWarnings] = useState<readonly string[]>();
  const { saver, state } = useDraftSaver<SitePage, PageChanges>({
    kind,
    draft: page,
    changes: start,
    create: (changes, key) => sitePages.createSitePage(changes, key),
    update: (id, changes, key) => sitePages.updateSitePage(id, changes, key),
    onSaved: show,
    onCreated(created) {
      onCreated(created);
      void navigate(`/site/pages/${created}`, { replace: true });
    },
  });
  const { id } = state;

  function show(changed: SitePage): void {
    setSaved(changed);
    onChanged();
  }

  const change = useMutation({
    mutationFn: (action: "publish" | "unpublish" | "undo-unpublish") => {
      if (action === "publish")
        return saver.run((revision) => sitePages.publishSitePage(id!, revision === undefined ? {} : { revision }));
      return action === "unpublish" ? sitePages.unpublishSitePage(id!) : sitePages.undoUnpublishSitePage(id!);
    },
    onSuccess(changed, action) {
      const wasPublished = saved?.status === "PUBLISHED";
      show(changed);
      setWarnings(undefined);
      if (action === "unpublish") showToast(text("Unpublished"), { undo: () => change.mutate("undo-unpublish") });
      else showToast(text("Published"), wasPublished ? {} : { undo: () => change.mutate("unpublish") });
    },
  });

  async function startPublishing(): Promise<void> {
    if (title.trim() === "") return focusTitle();
    if (!saver.getState().id) saver.change({ title });
    if (!(await saver.flush())) return;
    const placeholders = findPlaceholders(getContent());
    const found = [
      ...findWarnings(getContent().nodes),
      ...(placeholders.length > 0
        ? [
            text("{n, plural, one {A placeholder is} other {# placeholders are}} not filled in yet: {list}", {
              n: placeholders.length,
              list: placeholders.slice(0, 3).join(" "),
            }),
          ]
        : []),
    ];
    if (found.length > 0) setWarnings(found);
    else change.mutate("publish");
  }

  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-6 p-4 sm:p-8">
      <PageHeader
        page={saved}
        save={() => saver.flush()}
        onUnpublish={() => change.mutate("unpublish")}
        publishButton={
          saved?.status === "PUBLISHED" ? (
            <PublishChangesButton
              isUpToDate={state.status === "saved" && !saved.hasUnpublishedChanges}
              isPending={change.isPending}
              onPress={() => void startPublishing()}
            />
          ) : (
            <Button kind="primary" isPending={change.isPending} onPress={() => void startPublishing()}>
              {text("Publish")}
            </Button>
          )
        }
      >
        {/* The publish button says whether there are unpublished changes. */}
        {saved && <PageStatus page={{ ...saved, hasUnpublishedChanges: false }} />}
        <SaveStateText state={state} newText={text("New page")} onRetry={() => void saver.flush()} />
      </PageHeader>
      {change.isError && !warnings && state.status !== "conflict" && <ErrorMessage error={change.error} />}
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-4">
          <h1 className="sr-only">{title || text("New page")}</h1>
          <TextEditor
            title={title}
            onTitle={(entered) => {
              setTitle(entered);
              saver.change({ title: entered });
            }}
            content={content}
            onContent={(latest) => {
              setGetContent(() => latest);
              saver.change({ richContent: latest });
            }}
            label={text("Content of the page")}
            language={settings.siteLanguage}
          />
        </div>
        <PagePanel
          page={saved}
          title={title}
          properties={properties}
          onChange={(changes) => {
            setProperties((before) => ({ ...before, ...changes }));
            saver.change(changes);
          }}
        />
      </div>
      {warnings && state.status !== "conflict" && (
        <PublishDialog
          warnings={warnings}
          error={change.error}
          isPending={change.isPending}
          onPublish={() => change.mutate("publish")}
          onClose={() => {
            setWarnings(undefined);
            change.reset();
          }}
        />
      )}
      {state.status === "conflict" && id && (
        <ConflictDialog
          title={text("Someone else saved this page")}
          explanation={text("Saving your version replaces theirs.")}
          scope={["page", id]}
          load={(signal) => sitePages.getSitePage(id, { signal })}
          mine={{ title, richContent: getContent() }}
          onReload={() => {
            saver.discard();
            onReload();
          }}
          onOverwrite={async () => {
            const { revision } = await sitePages.getSitePage(id);
            await saver.overwrite(revision, { title, richContent: getContent });
          }}
        />
      )}
    </div>
  );
}

interface PageHeaderProps {
  /** Absent before the first save. */
  page: SitePage | undefined;
  save(): Promise<boolean>;
  onUnpublish(): void;
  publishButton: ReactNode;
  children: ReactNode;
}

function PageHeader({ page, save, onUnpublish, publishButton, children }: PageHeaderProps) {
  const navigate = useNavigate();
  const remove = useDeletePage();
  const path = page?.publishedSlug && `/${page.publishedSlug}`;
  const actions = [
    ...(path
      ? [
          { id: "open", label: text("Open on the site"), run: () => void window.open(path, "_blank", "noopener") },
          { id: "unpublish", label: text("Unpublish"), run: onUnpublish },
        ]
      : []),
    {
      id: "trash",
      label: text("Move to trash"),
      run: () => {
        remove.mutate(page!._id);
        void navigate("/site/pages");
      },
    },
  ];
  const preview = () => void save().then((isSaved) => isSaved && navigate(`/site/pages/${page!._id}/preview`));
  return (
    <EditorHeader
      back={{ to: "/site/pages", name: text("All pages") }}
      onPreview={page && preview}
      publishButton={publishButton}
      actions={page ? actions : []}
    >
      {children}
    </EditorHeader>
  );
}

interface PagePanelProps {
  page: SitePage | undefined;
  title: string;
  properties: PageProperties;
  onChange(changes: PageProperties): void;
}

/** The address of a page, and what search engines show of it. */
function PagePanel({ page, title, properties, onChange }: PagePanelProps) {
  const { sitePages } = useConsole().clients.site;
  async function findProblem(typed: string, signal: AbortSignal): Promise<string | null> {
    const slug = toPageSlug(typed);
    if (isReservedSlug(slug)) return text("The site uses this address itself. Choose another one.");
    const pages = await sitePages.listSitePages({ search: slug }, { signal });
    const other = pages.find((one) => one._id !== page?._id && (one.slug === slug || one.publishedSlug === slug));
    return other ? text("Another page uses this address: {title}", { title: titleOf(other) }) : null;
  }
  const slug = properties.seoSlug ? toPageSlug(properties.seoSlug) : (page?.slug ?? "");
  return (
    <aside aria-label={text("Page settings")} className="grid min-w-0 grid-cols-1 content-start gap-6">
      <SlugField
        value={properties.seoSlug ?? ""}
        placeholder={page?.slug}
        scope={["page", page?._id]}
        findProblem={findProblem}
        onChange={(seoSlug) => onChange({ seoSlug })}
      />
      {page?.publishedSlug !== undefined && page.publishedSlug !== slug && (
        <p className="text-muted">
          {text("When you publish the changes, /{before} redirects to /{after}.", {
            before: page.publishedSlug,
            after: slug,
          })}
        </p>
      )}
      <PanelSection title={text("Search engines")}>
        <SeoFields
          kind="page"
          value={properties.seoData}
          defaults={{ title: title || text("Untitled page"), description: "", slug }}
          onChange={(seoData) => onChange({ seoData })}
        />
        {readPostSeo(properties.seoData).noIndex && (
          <p className="text-muted">{text("The page is not in the sitemap either.")}</p>
        )}
      </PanelSection>
    </aside>
  );
}

interface PublishDialogProps {
  warnings: readonly string[];
  error: unknown;
  isPending: boolean;
  onPublish(): void;
  onClose(): void;
}

/** Things to improve before publishing. They do not prevent it. */
function PublishDialog({ warnings, error, isPending, onPublish, onClose }: PublishDialogProps) {
  return (
    <Dialog title={text("Publish this page")} isOpen onClose={onClose}>
      <div className="rounded-md bg-warning-soft p-3">
        <p className="font-medium">{text("Check before publishing")}</p>
        <ul className="list-disc ps-5">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
      {error ? <ErrorMessage error={error} /> : null}
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>{text("Cancel")}</Button>
        <Button kind="primary" isPending={isPending} onPress={onPublish}>
          {text("Publish")}
        </Button>
      </div>
    </Dialog>
  );
}

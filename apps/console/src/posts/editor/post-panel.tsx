import type { DraftPost, DraftPostInput } from "@porchlight/client/blog";
import { useMutation } from "@tanstack/react-query";
import { useConsole } from "../../context.ts";
import { SeoFields } from "../../editor/seo-fields.tsx";
import { SlugField } from "../../editor/slug-field.tsx";
import { text } from "../../texts/text.ts";
import { Toggle } from "../../ui/choices.tsx";
import { TextArea, TextField } from "../../ui/fields.tsx";
import { ErrorMessage, PanelSection } from "../../ui/section.tsx";
import { titleOf } from "../list/post-table.tsx";
import { useAuthorNames, useCategories } from "../list/use-post-list.ts";
import { ChoicesField } from "./choices-field.tsx";
import { CoverField } from "./cover-field.tsx";
import { NewsletterSection } from "./newsletter-section.tsx";
import type { RunPostAction } from "./publish-dialog.tsx";
import { TagsField } from "./tags-field.tsx";
import { TranslationFields } from "./translation-fields.tsx";

/** The properties of a post that the panel edits. */
export type PostProperties = Pick<
  DraftPostInput,
  | "excerpt"
  | "seoSlug"
  | "seoData"
  | "media"
  | "authors"
  | "categoryIds"
  | "tagIds"
  | "featured"
  | "membersOnly"
  | "commentingEnabled"
  | "firstPublishedDate"
  | "language"
>;

/** Props of {@link PostPanel}. */
export interface PostPanelProps {
  properties: PostProperties;
  title: string;
  /** The post as it was saved last; absent before the first save. */
  post: DraftPost | undefined;
  /** Whether to show what only editors may set. */
  mayPublish: boolean;
  save(): Promise<boolean>;
  onChange(changes: PostProperties): void;
  run: RunPostAction;
}

/** Everything about a post besides its title and text. */
export function PostPanel({ properties, title, post, mayPublish, save, onChange, run }: PostPanelProps) {
  const categories = useCategories();
  const authors = useAuthorNames();
  const { draftPosts } = useConsole().clients.site;
  const language = properties.language ?? post?.language;
  async function findProblem(slug: string, signal: AbortSignal): Promise<string | null> {
    const query = { filter: { slug, ...(language && { language }) }, paging: { limit: 2 } };
    const found = await draftPosts.queryDraftPosts(query, {}, { signal });
    const other = found.draftPosts.find(({ _id }) => _id !== post?._id);
    return other ? text("Another post uses this address: {title}", { title: titleOf(other) }) : null;
  }
  return (
    <aside aria-label={text("Post settings")} className="grid min-w-0 grid-cols-1 content-start gap-6">
      <CoverField value={properties.media} onChange={(media) => onChange({ media: media ?? null })} />
      <SlugField
        value={properties.seoSlug ?? ""}
        placeholder={post?.slug || undefined}
        scope={["post", language]}
        findProblem={findProblem}
        onChange={(seoSlug) => onChange({ seoSlug })}
      />
      <TextArea
        label={text("Excerpt")}
        hint={text("Shown in lists and by search engines. Default: the start of the text.")}
        value={properties.excerpt ?? ""}
        maxLength={500}
        onChange={(excerpt) => onChange({ excerpt })}
      />
      {mayPublish && (
        <ChoicesField
          label={text("Authors")}
          hint={text("The names that readers see.")}
          options={(authors.data ?? []).map((name) => ({ id: name, label: name }))}
          allowsOthers
          value={properties.authors ?? post?.authors ?? []}
          max={10}
          onChange={(names) => onChange({ authors: names })}
        />
      )}
      {categories.data && categories.data.length > 0 && (
        <ChoicesField
          label={text("Categories")}
          options={categories.data.map(({ _id, label }) => ({ id: _id, label }))}
          value={properties.categoryIds ?? []}
          max={10}
          onChange={(categoryIds) => onChange({ categoryIds })}
        />
      )}
      <TagsField value={properties.tagIds ?? []} onChange={(tagIds) => onChange({ tagIds })} />
      <div className="grid gap-3">
        {mayPublish && (
          <>
            <Toggle isOn={properties.featured === true} onChange={(featured) => onChange({ featured })}>
              {text("Featured on the home page")}
            </Toggle>
            {post && <PinToggle post={post} save={save} run={run} />}
            <Toggle isOn={properties.membersOnly === true} onChange={(membersOnly) => onChange({ membersOnly })}>
              {text("Members only")}
            </Toggle>
          </>
        )}
        <Toggle
          isOn={properties.commentingEnabled !== false}
          onChange={(commentingEnabled) => onChange({ commentingEnabled })}
        >
          {text("Comments")}
        </Toggle>
      </div>
      {mayPublish && (
        <DateField
          value={properties.firstPublishedDate}
          onChange={(firstPublishedDate) => onChange({ firstPublishedDate })}
        />
      )}
      {mayPublish && post && <NewsletterSection id={post._id} />}
      <PanelSection title={text("Search and social media")}>
        <SeoFields
          kind="post"
          value={properties.seoData}
          defaults={{
            title: title || text("Untitled post"),
            description: properties.excerpt ?? post?.excerpt ?? "",
            slug: properties.seoSlug || post?.slug || "",
          }}
          image={properties.media?.wixMedia?.image}
          onChange={(seoData) => onChange({ seoData })}
        />
      </PanelSection>
      <PanelSection title={text("Language and translations")}>
        <TranslationFields
          post={post}
          language={properties.language ?? post?.language}
          mayTranslate={mayPublish}
          save={save}
          onChange={(language) => onChange({ language })}
        />
      </PanelSection>
    </aside>
  );
}

/** Pins a post to the top of the blog, immediately. */
function PinToggle({ post, save, run }: Pick<PostPanelProps, "save" | "run"> & { post: DraftPost }) {
  const { draftPosts } = useConsole().clients.site;
  const pin = useMutation({
    async mutationFn(pinned: boolean) {
      await save();
      return run(async ({ revision }) => {
        const { draftPost } = await (pinned ? draftPosts.pinDraftPost(post._id) : draftPosts.unpinDraftPost(post._id));
        // Pinning does not check the revision. After a change by someone else, the next save has to fail.
        const isNext = Number(draftPost.revision) === Number(revision) + 1;
        return { draftPost: isNext ? draftPost : { ...draftPost, ...(revision && { revision }) } };
      });
    },
  });
  return (
    <>
      <Toggle isOn={pin.isPending ? pin.variables : post.pinned} onChange={(pinned) => pin.mutate(pinned)}>
        {text("Pinned to the top of the blog")}
      </Toggle>
      {pin.isError && <ErrorMessage error={pin.error} />}
    </>
  );
}

interface DateFieldProps {
  value: PostProperties["firstPublishedDate"];
  onChange(value: string | null): void;
}

/** The date that readers see, in the time zone of this browser. */
function DateField({ value, onChange }: DateFieldProps) {
  const date = value ? new Date(value) : undefined;
  const local = date && new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return (
    <TextField
      label={text("Publication date")}
      hint={text("Default: when the post is published for the first time.")}
      type="datetime-local"
      value={local ?? ""}
      onChange={(entered) => onChange(entered ? new Date(entered).toISOString() : null)}
    />
  );
}

import type { DraftPost } from "@porchlight/client/blog";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { useConsole } from "../../context.ts";
import { language as consoleLanguage, languageName, text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields.tsx";
import { ErrorMessage } from "../../ui/section.tsx";
import { PostStatus } from "../list/post-status.tsx";
import { titleOf } from "../list/post-table.tsx";

const commonLanguages = "ar cs da de el en es fi fr he hi hu id it ja ko nb nl pl pt ro ru sv th tr uk vi zh".split(
  " ",
);

/** Props of {@link TranslationFields}. */
export interface TranslationFieldsProps {
  /** Absent before the first save. */
  post: DraftPost | undefined;
  /** Absent: the language of the site. */
  language: string | undefined;
  mayTranslate: boolean;
  save(): Promise<boolean>;
  onChange(language: string): void;
}

/** The language of a post, its translations, and a way to start another one. */
export function TranslationFields({ post, language, mayTranslate, save, onChange }: TranslationFieldsProps) {
  const { draftPosts } = useConsole().clients.site;
  const navigate = useNavigate();
  const [wanted, setWanted] = useState("");
  const translationId = post?.translationId;
  const translations = useQuery({
    queryKey: ["posts", "translations", translationId],
    queryFn: async ({ signal }) => {
      const query = { filter: { translationId: translationId ?? "" }, paging: { limit: 100 } };
      return (await draftPosts.queryDraftPosts(query, {}, { signal })).draftPosts;
    },
    enabled: translationId !== undefined,
  });
  const translate = useMutation({
    async mutationFn() {
      if (!(await save())) return;
      const { draftPost } = await draftPosts.translateDraft(post?._id ?? "", { language: wanted });
      await navigate(`/posts/${draftPost._id}?beside=${post?._id}`);
    },
  });
  const others = (translations.data ?? []).filter(({ _id }) => _id !== post?._id);
  const used = new Set([language, ...others.map((other) => other.language)]);
  const free = commonLanguages
    .filter((tag) => !used.has(tag))
    .map((tag) => ({ id: tag, label: languageName(tag) }))
    .toSorted((first, second) => first.label.localeCompare(second.label, consoleLanguage));
  const current = language === undefined || commonLanguages.includes(language) ? [] : [language];
  return (
    <>
      {language !== undefined && (
        <Select
          label={text("Language")}
          value={language}
          options={[...current, ...commonLanguages]
            .filter((tag) => tag === language || !used.has(tag))
            .map((tag) => ({ id: tag, label: languageName(tag) }))}
          onChange={onChange}
        />
      )}
      {others.length > 0 && (
        <ul aria-label={text("Translations")} className="grid gap-3">
          {others.map((other) => (
            <li key={other._id} className="grid gap-1">
              <span className="flex items-center justify-between gap-2">
                <Link to={`/posts/${other._id}`} className="font-medium text-accent underline">
                  {languageName(other.language)}
                </Link>
                <PostStatus post={other} />
              </span>
              <span className="truncate text-muted" lang={other.language}>
                {titleOf(other)}
              </span>
              <Link to={`?beside=${other._id}`} className="text-accent underline">
                {text("Show beside this post")}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {mayTranslate && post && (
        <>
          <Select
            label={text("Add a translation")}
            value={wanted}
            options={[{ id: "", label: text("Choose a language") }, ...free]}
            onChange={setWanted}
          />
          {wanted && (
            <Button isPending={translate.isPending} onPress={() => translate.mutate()}>
              {text("Create the translation")}
            </Button>
          )}
          {translate.isError && <ErrorMessage error={translate.error} />}
        </>
      )}
    </>
  );
}

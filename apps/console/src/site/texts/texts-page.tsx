import type { SiteText, SiteTextList } from "@porchlight/client/site";
import { textLanguageOf } from "@porchlight/contract/texts/keys";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useConsole } from "../../context.ts";
import { languageName, text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { UnsavedGuard } from "../../ui/dialog.tsx";
import { Select } from "../../ui/fields.tsx";
import { FilterTabs, SearchBox } from "../../ui/list.tsx";
import { ErrorMessage, Section } from "../../ui/section.tsx";
import { useFilters } from "../../ui/use-filters.ts";
import { type TextDraft, TextRow } from "./text-row.tsx";

/** Groups of texts by the first parts of their keys, in the order of the page. */
const groups: readonly { id: string; areas: readonly string[]; title: string }[] = [
  { id: "frame", areas: ["common", "error"], title: text("Navigation and frame") },
  { id: "home", areas: ["home", "news"], title: text("Home page") },
  { id: "blog", areas: ["blog", "post", "author", "sort", "archive", "preview"], title: text("Posts") },
  { id: "search", areas: ["search"], title: text("Search page") },
  {
    id: "auth",
    areas: ["auth", "verifyEmail", "forgotPassword", "resetPassword", "callback", "pending", "signOut"],
    title: text("Sign-up and sign-in"),
  },
  { id: "password", areas: ["password"], title: text("Passwords") },
  { id: "passkey", areas: ["passkey"], title: text("Passkeys") },
  { id: "secondStep", areas: ["secondStep"], title: text("Second factor") },
  { id: "captcha", areas: ["captcha"], title: text("Captcha") },
  { id: "account", areas: ["account", "profile", "security", "memberships"], title: text("Account") },
  { id: "members", areas: ["members"], title: text("Member directory") },
  { id: "collections", areas: ["collection", "data"], title: text("Collections") },
  { id: "forms", areas: ["forms"], title: text("Forms") },
  { id: "hosted", areas: ["hosted"], title: text("Sign-in pages: frame and errors") },
];

/** More rows make the page slow. */
const maxRows = 100;
const areaOf = ({ key }: SiteText) => key.slice(0, key.indexOf("."));

const normalized = (words: string) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** The texts of the member site and the sign-in pages by language, which are edited in place. */
function TextsPage() {
  const { siteTexts } = useConsole().clients.site;
  const { filters, setFilter } = useFilters(["language", "area", "show", "search"]);
  const language = textLanguageOf(filters.language);
  /** Texts that are being edited, of all languages: changing the language loses none. */
  const [drafts, setDrafts] = useState<Readonly<Record<string, TextDraft>>>({});
  const list = useQuery({
    queryKey: ["site-texts", language],
    queryFn: async ({ signal }) => {
      const found = await siteTexts.listSiteTexts(language ?? "en", { signal });
      return language || found.defaultLanguage === found.language
        ? found
        : siteTexts.listSiteTexts(found.defaultLanguage, { signal });
    },
    placeholderData: keepPreviousData,
  });
  if (list.isError && !list.data)
    return (
      <div className="grid justify-items-start gap-3">
        <ErrorMessage error={list.error} />
        <Button onPress={() => void list.refetch()}>{text("Try again")}</Button>
      </div>
    );
  if (!list.data) return <p className="text-muted">{text("Loading…")}</p>;
  const { language: shown, texts } = list.data;
  const words = normalized(filters.search).split(/\s+/).filter(Boolean);
  const found = texts.filter(
    ({ key, builtIn, custom }) =>
      (filters.show !== "changed" || custom !== null) &&
      words.every((word) => normalized(`${key} ${builtIn} ${custom ?? ""}`).includes(word)),
  );
  /** A search and the changed texts span all areas. */
  const isByArea = words.length === 0 && filters.show !== "changed";
  const group = groups.find(({ id }) => id === filters.area) ?? groups[0]!;
  const visible = isByArea ? found.filter((one) => group.areas.includes(areaOf(one))) : found.slice(0, maxRows);
  const draftKey = ({ key }: SiteText) => `${shown} ${key}`;
  const setDraft = (key: string, draft: TextDraft | undefined) =>
    setDrafts(({ [key]: _former, ...others }) => (draft === undefined ? others : { ...others, [key]: draft }));
  return (
    <div className="grid gap-6">
      <UnsavedGuard isDirty={Object.keys(drafts).length > 0} />
      <Summary list={list.data} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <FilterTabs
          label={text("Language")}
          tabs={list.data.languages.map((one) => ({ value: one, name: languageName(one) }))}
          value={shown}
          onChange={(value) => setFilter("language", value)}
        />
        <FilterTabs
          label={text("Texts")}
          tabs={[
            { value: "", name: text("All") },
            { value: "changed", name: text("Changed") },
          ]}
          value={filters.show}
          onChange={(value) => setFilter("show", value)}
        />
        <SearchBox
          label={text("Search texts")}
          placeholder={text("Search texts")}
          value={filters.search}
          onChange={(value) => setFilter("search", value)}
        />
      </div>
      {found.length === 0 && (
        <p className="text-muted">
          {filters.show === "changed" && words.length === 0
            ? text("No text is changed in this language.")
            : text("No texts match.")}
        </p>
      )}
      {isByArea && (
        <div className="max-w-sm">
          <Select
            label={text("Area")}
            options={groups.map(({ id, title }) => ({ id, label: title }))}
            value={group.id}
            onChange={(value) => setFilter("area", value)}
          />
        </div>
      )}
      {!isByArea && found.length > maxRows && (
        <p className="text-muted">
          {text("The first {shown} of {n} texts are shown. Enter more of the text that you are looking for.", {
            shown: maxRows,
            n: found.length,
          })}
        </p>
      )}
      {groups.map(({ id, areas, title }) => {
        const inGroup = visible.filter((one) => areas.includes(areaOf(one)));
        return (
          inGroup.length > 0 && (
            <Section key={id} title={title}>
              <ul className="grid">
                {inGroup.map((siteText) => (
                  <TextRow
                    key={draftKey(siteText)}
                    siteText={siteText}
                    language={shown}
                    draft={drafts[draftKey(siteText)]}
                    onDraft={(draft) => setDraft(draftKey(siteText), draft)}
                  />
                ))}
              </ul>
            </Section>
          )
        );
      })}
    </div>
  );
}

function Summary({ list: { language, defaultLanguage, texts } }: { list: SiteTextList }) {
  const changed = texts.filter(({ custom }) => custom !== null).length;
  return (
    <div className="grid gap-1 text-muted">
      <p>
        {text(
          "Texts of the member site and of the pages where members sign in. The member site is in {language}; the sign-in pages are in the language of the browser if possible. Changes apply within a second.",
          { language: languageName(defaultLanguage) },
        )}
      </p>
      <p>
        {text("{language}: complete with {n} texts, {changed} changed.", {
          language: languageName(language),
          n: texts.length,
          changed,
        })}
      </p>
    </div>
  );
}

export { TextsPage as Component };

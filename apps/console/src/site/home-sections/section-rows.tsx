import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useConsole } from "../../context.ts";
import type { SettingControlProps } from "../../settings/setting-field.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/fields.tsx";
import { SortableRows } from "../../ui/sortable-rows.tsx";

/** What the site shows if the setting is empty. */
const builtIn = ["intro", "featured", "latest", "categories", "join"];
const counts = ["3", "4", "6", "8", "9", "12", "24"] as const;

/** A section about one category, collection, or page. */
interface Source {
  /** Without a number of posts, such as `category:news`. */
  section: string;
  title: string;
}

/** Edits the sections of the home page: their order, and how many posts they show. */
export function SectionRows({ field, value, error, onChange }: SettingControlProps) {
  const sources = useSources();
  const chosen = Array.isArray(value) && value.length > 0 ? value : builtIn;
  // The title stays on top.
  const hasIntro = chosen.includes("intro");
  const sections = chosen.filter((section) => section !== "intro");
  const change = (next: readonly string[], intro = hasIntro) => {
    const whole = intro ? ["intro", ...next] : [...next];
    onChange(JSON.stringify(whole) === JSON.stringify(builtIn) ? [] : whole);
  };
  const nameOf = (section: string) => nameOfSection(section, sources);
  const addable = ["featured", "latest", "categories", "join", ...sources.map(({ section }) => section)].filter(
    (section) => !sections.some((one) => withoutCount(one) === section),
  );
  return (
    <fieldset className="grid gap-3">
      <legend className="font-medium">{field.label}</legend>
      {error !== undefined && <p className="text-danger">{error}</p>}
      <label className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={hasIntro}
          onChange={(event) => change(sections, event.target.checked)}
          className="size-4 accent-accent"
        />
        {text("Show the title and the text at the top")}
      </label>
      <SortableRows
        label={field.label}
        items={sections}
        nameOf={nameOf}
        onChange={change}
        isRemovable={() => hasIntro || sections.length > 1}
      >
        {(section, at) => (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="py-1.5 font-medium">{nameOf(section)}</span>
            {hasCards(section) && (
              <Select
                label={text("Posts in {name}", { name: nameOf(section) })}
                hidesLabel
                value={countOf(section)}
                options={optionsWith(countOf(section)).map((n) => ({
                  id: n,
                  label: section.startsWith("collection:")
                    ? text("{n, plural, one {# item} other {# items}}", { n: Number(n) })
                    : text("{n, plural, one {# post} other {# posts}}", { n: Number(n) }),
                }))}
                onChange={(count) =>
                  change(sections.map((other, index) => (index === at ? `${withoutCount(section)}:${count}` : other)))
                }
              />
            )}
          </div>
        )}
      </SortableRows>
      {addable.length > 0 && sections.length < 11 && (
        <div className="flex flex-wrap gap-2">
          {addable.map((section) => (
            <Button key={section} onPress={() => change([...sections, section])}>
              <Plus aria-hidden size={16} />
              {nameOf(section)}
            </Button>
          ))}
        </div>
      )}
    </fieldset>
  );
}

const hasCards = (section: string) => /^(?:featured|latest|category:|collection:)/.test(section);
const withoutCount = (section: string) => section.replace(/:\d{1,2}$/, "");
const countOf = (section: string) =>
  /:(\d{1,2})$/.exec(section)?.[1] ?? (/^(?:latest|collection:)/.test(section) ? "6" : "3");
/** A count that was set on the command line is one of the options. */
const optionsWith = (count: string): string[] =>
  [...new Set<string>([...counts, count])].sort((a, b) => Number(a) - Number(b));

function nameOfSection(section: string, sources: readonly Source[]): string {
  const plain = withoutCount(section);
  const [kind, id = ""] = plain.split(/:(.*)/);
  const name = sources.find((one) => one.section === plain)?.title ?? id;
  switch (kind) {
    case "featured":
      return text("Featured posts");
    case "latest":
      return text("Latest posts");
    case "categories":
      return text("All categories");
    case "join":
      return text("Invitation to sign up");
    case "collection":
      return text("Collection: {name}", { name });
    case "page":
      return text("Page: {name}", { name });
    default:
      return text("Category: {name}", { name });
  }
}

/** The categories, collections, and published pages of the site. */
function useSources(): Source[] {
  const { categories, collections, sitePages } = useConsole().clients.site;
  const { data = [] } = useQuery({
    queryKey: ["home-sections", "sources"],
    queryFn: async ({ signal }) => {
      const [listedCategories, listedCollections, pages] = await Promise.all([
        categories.listCategories({ paging: { limit: 100 } }, { signal }),
        collections.listDataCollections({}, { signal }),
        sitePages.listSitePages({}, { signal }),
      ]);
      return [
        ...(listedCategories.categories ?? []).flatMap(({ slug, label }) =>
          slug ? [{ section: `category:${slug}`, title: label ?? slug }] : [],
        ),
        ...listedCollections.collections.map(({ _id, displayName }) => ({
          section: `collection:${_id}`,
          title: displayName || String(_id),
        })),
        ...pages.flatMap(({ status, slug, title }) =>
          status === "PUBLISHED" ? [{ section: `page:${slug}`, title }] : [],
        ),
      ];
    },
    staleTime: 60_000,
  });
  return data;
}

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useConsole } from "../../context.ts";
import type { SettingControlProps } from "../../settings/setting-field.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { SortableRows } from "../../ui/sortable-rows.tsx";

/** Props of {@link LinkRows}. */
export interface LinkRowsProps extends SettingControlProps {
  /** What the site shows without links. */
  emptyHint: string;
  /** The links to start with. */
  startWith: readonly string[];
}

const maxLinks = 12;

/** Edits a list of links, each a label and an address. */
export function LinkRows({ field, value, error, onChange, emptyHint, startWith }: LinkRowsProps) {
  const links = Array.isArray(value) ? value : [];
  const addresses = useAddresses();
  const replace = (at: number, link: string) => onChange(links.map((other, index) => (index === at ? link : other)));
  return (
    <fieldset className="grid gap-3">
      <legend className="font-medium">{field.label}</legend>
      {error !== undefined && <p className="text-danger">{error}</p>}
      {links.length === 0 ? (
        <p className="text-muted">{emptyHint}</p>
      ) : (
        <SortableRows
          label={field.label}
          items={links}
          nameOf={(link) => split(link).label || text("Link")}
          onChange={onChange}
        >
          {(link, at) => {
            const { label, href } = split(link);
            return (
              <div className="grid gap-2 sm:grid-cols-2">
                <TextField
                  label={text("Label of link {n}", { n: at + 1 })}
                  hidesLabel
                  placeholder={text("Label")}
                  maxLength={40}
                  value={label}
                  onChange={(entered) => replace(at, `${entered.replaceAll(",", "")}:${href}`)}
                />
                <TextField
                  label={text("Address of link {n}", { n: at + 1 })}
                  hidesLabel
                  placeholder="/blog"
                  maxLength={500}
                  suggestions={addresses}
                  value={href}
                  onChange={(entered) => replace(at, `${label}:${entered.replaceAll(",", "%2C")}`)}
                />
              </div>
            );
          }}
        </SortableRows>
      )}
      <div>
        <Button
          isDisabled={links.length >= maxLinks}
          onPress={() => onChange(links.length === 0 ? [...startWith] : [...links, ":/"])}
        >
          <Plus aria-hidden size={16} />
          {links.length === 0 ? text("Choose the links") : text("Add a link")}
        </Button>
      </div>
    </fieldset>
  );
}

/** The address starts at the first `/` or `https:` after a colon. While a label is typed, it can contain colons. */
function split(link: string): { label: string; href: string } {
  const at = /:(?=\/|https?:|$)/.exec(link)?.index ?? link.lastIndexOf(":");
  return { label: link.slice(0, at), href: link.slice(at + 1) };
}

/** Paths of the site to choose from. */
function useAddresses(): string[] {
  const { categories, collections, forms, sitePages } = useConsole().clients.site;
  const { data = [] } = useQuery({
    queryKey: ["site-addresses"],
    queryFn: async ({ signal }) => {
      const [pages, listedCategories, listedCollections, listedForms] = await Promise.all([
        sitePages.listSitePages({}, { signal }),
        categories.listCategories({ paging: { limit: 100 } }, { signal }),
        collections.listDataCollections({}, { signal }),
        forms.listForms("wix.form_app.form", {}, { signal }),
      ]);
      const encoded = encodeURIComponent;
      return [
        ...pages.flatMap(({ status, slug }) => (status === "PUBLISHED" ? [`/${encoded(slug)}`] : [])),
        ...(listedCategories.categories ?? []).map(({ slug }) => `/blog/category/${encoded(String(slug))}`),
        ...listedCollections.collections.map(({ _id }) => `/collections/${encoded(String(_id))}`),
        ...listedForms.forms.map(({ _id }) => `/forms/${encoded(_id)}`),
      ];
    },
    staleTime: 60_000,
  });
  return ["/", "/blog", "/search", "/members", "/sign-up", ...data];
}

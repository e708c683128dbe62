import type { SiteSettingValue } from "@porchlight/client/site";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { FilterTabs } from "../ui/list.tsx";
import { ScaledFrame, usePreviewSize } from "../ui/scaled-frame.tsx";
import { useDebouncedValue } from "../ui/use-debounced-value.ts";
import { useFilters } from "../ui/use-filters.ts";

const previewDelayMs = 400;

/** Shows a page of the site with these settings, which need not be saved. */
export function SitePreview({ values }: { values: Readonly<Record<string, SiteSettingValue>> }) {
  const { siteSettings } = useConsole().clients.site;
  const { filters, setFilter } = useFilters(["page"]);
  const shown = useDebouncedValue(JSON.stringify(values), previewDelayMs);
  const path = filters.page === "blog" ? "/blog" : "/";
  const link = useQuery({
    queryKey: ["site-preview", shown, path],
    queryFn: ({ signal }) => siteSettings.previewSiteSettings(JSON.parse(shown), path, { signal }),
    placeholderData: keepPreviousData,
    // The link lasts for 30 minutes.
    staleTime: 20 * 60_000,
    retry: false,
  });
  const { tabs, ...size } = usePreviewSize("desktop");
  return (
    <section aria-label={text("Preview")} className="grid gap-2">
      <div className="flex flex-wrap justify-between gap-2">
        <FilterTabs
          label={text("Page")}
          tabs={[
            { value: "", name: text("Home page") },
            { value: "blog", name: text("Blog") },
          ]}
          value={filters.page}
          onChange={(value) => setFilter("page", value)}
        />
        {tabs}
      </div>
      {link.data && <ScaledFrame title={text("Preview of the site")} path={link.data.path} {...size} isStatic />}
      <p role="status" className="text-muted">
        {link.isError && text("The preview cannot show these values. Check them, or save to see what is wrong.")}
      </p>
    </section>
  );
}

import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { text } from "../texts/text.ts";
import { SearchBox } from "../ui/list.tsx";
import { Page } from "../ui/page.tsx";
import { ListSection } from "../ui/query-list.tsx";
import { useFilters } from "../ui/use-filters.ts";
import { settingPages } from "./setting-pages.ts";

interface Entry {
  to: string;
  title: string;
  description: string;
}

const groups: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: text("Site"),
    entries: settingPages.map(({ path, title, description }) => ({ to: `/settings/${path}`, title, description })),
  },
  {
    title: text("Integrations"),
    entries: [
      {
        to: "/settings/apps",
        title: text("Apps"),
        description: text("Front ends that may sign members in, with redirect URIs and origins."),
      },
      {
        to: "/settings/api-keys",
        title: text("API keys"),
        description: text("Keys for programs that use the API without a signed-in member."),
      },
      {
        to: "/settings/webhooks",
        title: text("Webhooks"),
        description: text("URLs that receive events, signing keys, and the delivery log."),
      },
    ],
  },
  {
    title: text("Operations"),
    entries: [
      {
        to: "/settings/backups",
        title: text("Backups"),
        description: text("Create, schedule and download copies of all data, and restore them."),
      },
      {
        to: "/settings/jobs",
        title: text("Imports and jobs"),
        description: text("Blog imports, imports and exports of items, and failed background jobs."),
      },
      {
        to: "/settings/health",
        title: text("Health"),
        description: text("Checks of the database, email, files and the server."),
      },
      {
        to: "/settings/audit-log",
        title: text("Audit log"),
        description: text("Who did what: sign-ins and changes, with an export."),
      },
    ],
  },
];
const pages = groups.flatMap(({ entries }) => entries);

const settings: readonly Entry[] = settingPages.flatMap(({ path, title, blocks }) =>
  blocks.flatMap((block) =>
    block.fields.map(({ name, label }) => ({
      to: `/settings/${path}#${name}`,
      title: label,
      description: `${title} · ${block.title}`,
    })),
  ),
);

const normalized = (words: string) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** All pages of settings, and a search over them. */
function OverviewPage() {
  const { filters, setFilter } = useFilters(["search"]);
  const words = normalized(filters.search).split(/\s+/).filter(Boolean);
  const found = [...pages, ...settings].filter(({ title, description }) =>
    words.every((word) => normalized(`${title} ${description}`).includes(word)),
  );
  const isSearching = words.length > 0;
  return (
    <Page title={text("Settings")}>
      <SearchBox
        label={text("Search settings")}
        placeholder={text("Search settings")}
        value={filters.search}
        onChange={(value) => setFilter("search", value)}
      />
      <p role="status" className={found.length === 0 ? "text-muted" : "sr-only"}>
        {isSearching &&
          text("{n, plural, =0 {No setting matches your search.} one {# result} other {# results}}", {
            n: found.length,
          })}
      </p>
      {isSearching
        ? found.length > 0 && <EntryList entries={found} />
        : groups.map(({ title, entries }) => (
            <ListSection key={title} title={title}>
              <EntryList entries={entries} />
            </ListSection>
          ))}
    </Page>
  );
}

const EntryList = ({ entries }: { entries: readonly Entry[] }) => (
  <ul className="grid rounded-xl border border-line bg-surface">
    {entries.map(({ to, title, description }) => (
      <li key={to} className="border-line not-first:border-t">
        <Link
          to={to}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 px-4 py-3 hover:bg-sunken sm:px-6"
        >
          <span className="grid min-w-0">
            <span className="font-medium">{title}</span>
            <span className="text-muted">{description}</span>
          </span>
          <ChevronRight aria-hidden size={16} className="text-muted rtl:rotate-180" />
        </Link>
      </li>
    ))}
  </ul>
);

export { OverviewPage as Component };

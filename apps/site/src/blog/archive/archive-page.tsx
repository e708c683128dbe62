import { Anchor } from "@porchlight/react";
import { useLoaderData } from "react-router";
import { PageHead } from "../../shell/page-head.tsx";
import { useSite } from "../../site.ts";
import blogStyles from "../../styles/blog.css?url";
import { blogText } from "../blog-texts.ts";
import { BlogBreadcrumbs, BlogList } from "../list/blog-list.tsx";
import { type Month, monthName, monthPath } from "./archive.ts";
import type { ArchiveData } from "./archive-loader.ts";
import { ArchiveNav } from "./archive-nav.tsx";

export { archiveLoader as loader } from "./archive-loader.ts";

/** Posts of one month, with navigation. */
function ArchivePage() {
  const { month, archive, earlier, later, list } = useLoaderData<ArchiveData>();
  const { language } = useSite().settings;
  const isMonth = month.month >= 1 && month.month <= 12;
  const name = isMonth ? monthName(month, language) : "";
  return (
    // Remounted per month, so that focus moves to its heading.
    <div key={monthPath(month)}>
      {list ? (
        <BlogList list={{ ...list, name }} footer={<MonthNav earlier={earlier} later={later} />} />
      ) : (
        <div className="blog-list">
          <NoPosts name={name} nearest={[earlier, later]} />
        </div>
      )}
      <ArchiveNav archive={{ months: archive }} current={month} />
    </div>
  );
}

function NoPosts({ name, nearest }: { name: string; nearest: (Month | undefined)[] }) {
  const { language } = useSite().settings;
  const title = name ? blogText("archive.none.title", { month: name }) : blogText("archive.none.noMonth");
  const months = nearest.filter((month) => month !== undefined);
  return (
    <>
      <PageHead styles={[blogStyles]} title={title} noIndex />
      <BlogBreadcrumbs />
      <h1>{title}</h1>
      {months.length > 0 ? (
        <>
          <p className="lead">{blogText("archive.none.text")}</p>
          <ul className="labels">
            {months.map((month) => (
              <li key={monthPath(month)}>
                <Anchor className="label" href={monthPath(month)}>
                  {monthName(month, language)}
                </Anchor>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function MonthNav({ earlier, later }: { earlier: Month | undefined; later: Month | undefined }) {
  const { language } = useSite().settings;
  if (!earlier && !later) return null;
  return (
    <nav className="neighbours" aria-label={blogText("archive.months")}>
      {earlier ? (
        <Anchor rel="prev" href={monthPath(earlier)}>
          {monthName(earlier, language)}
        </Anchor>
      ) : null}
      {later ? (
        <Anchor rel="next" href={monthPath(later)}>
          {monthName(later, language)}
        </Anchor>
      ) : null}
    </nav>
  );
}

export { ArchivePage as Component };

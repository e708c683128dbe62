import { Anchor } from "@porchlight/react";
import type { Problem } from "../../shell/problem.ts";
import { PartFailed } from "../../shell/problem-page.tsx";
import { useSite } from "../../site.ts";
import { blogText } from "../blog-texts.ts";
import { type ArchiveMonth, byYear, type Month, monthName, monthPath } from "./archive.ts";

/** The archive next to a list, or why it is missing. */
export type ArchivePart = { months: ArchiveMonth[] } | { problem: Problem };

interface ArchiveNavProps {
  archive: ArchivePart;
  /** The month shown. Without it, the archive is collapsed. */
  current?: Month;
}

/** The years, with the months that have posts; at first collapsed. */
export function ArchiveNav({ archive, current }: ArchiveNavProps) {
  const { language } = useSite().settings;
  if ("problem" in archive) {
    return (
      <aside className="archive">
        <PartFailed message={blogText("archive.failed")} problem={archive.problem} />
      </aside>
    );
  }
  const years = byYear(archive.months);
  if (years.length === 0) return null;
  return (
    <nav className="archive" aria-labelledby="archive">
      <details open={current !== undefined}>
        <summary>
          <h2 id="archive">{blogText("archive.title")}</h2>
        </summary>
        <div className="archive-years">
          {years.map(({ year, postCount, months }) => (
            <div key={year}>
              <h3>
                {year} <span className="label-count">{postCount}</span>
              </h3>
              <ul>
                {months.map((month) => (
                  <li key={month.month}>
                    <Anchor
                      href={monthPath(month)}
                      aria-current={year === current?.year && month.month === current.month ? "page" : undefined}
                    >
                      {monthName(month, language, false)}
                    </Anchor>{" "}
                    <span className="label-count">{month.postCount}</span>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </details>
    </nav>
  );
}

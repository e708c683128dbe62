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
  /** The month shown, whose year is expanded. Default: the latest. */
  current?: Month;
}

/** Expandable years with the months that have posts. */
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
  const open = current?.year ?? years[0]?.year;
  return (
    <nav className="archive" aria-labelledby="archive">
      <h2 id="archive">{blogText("archive.title")}</h2>
      {years.map(({ year, postCount, months }) => (
        <details key={year} open={year === open}>
          <summary>
            {year} <span className="label-count">{postCount}</span>
          </summary>
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
        </details>
      ))}
    </nav>
  );
}

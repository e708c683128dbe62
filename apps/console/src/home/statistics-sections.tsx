import type { DailyStatistics, StatisticsPeriod } from "@porchlight/client/staff";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage, Section } from "../ui/section.tsx";
import { DayChart } from "./day-chart.tsx";

const charts: readonly { figure: Exclude<keyof DailyStatistics, "date">; title: string }[] = [
  { figure: "views", title: text("Views") },
  { figure: "signUps", title: text("Sign-ups") },
  { figure: "signIns", title: text("Sign-ins") },
];

/** Charts of a period, and its most viewed posts. */
export default function StatisticsSections({ period }: { period: StatisticsPeriod }) {
  const { statistics } = useConsole().clients.site;
  const read = useQuery({
    queryKey: ["statistics", period],
    queryFn: ({ signal }) => statistics.getStatistics(period, { signal }),
    placeholderData: keepPreviousData,
  });
  if (read.isError)
    return (
      <div className="grid justify-items-start gap-3">
        <ErrorMessage error={read.error} />
        <Button onPress={() => void read.refetch()}>{text("Try again")}</Button>
      </div>
    );
  if (!read.data) return <div aria-busy className="h-72" />;
  const { days, topPosts } = read.data;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {charts
        .filter(({ figure }) => days[0]?.[figure] !== undefined)
        .map(({ figure, title }) => (
          <DayChart
            key={figure}
            title={title}
            days={days.map(({ date, ...day }) => ({ date, count: day[figure] ?? 0 }))}
          />
        ))}
      {topPosts && (
        <Section title={text("Top posts")}>
          {topPosts.length === 0 ? (
            <p className="text-muted">{text("No post has been read in this period.")}</p>
          ) : (
            <ol className="grid gap-2">
              {topPosts.map(({ _id, title, views }) => (
                <li key={_id} className="flex items-baseline justify-between gap-4">
                  <Link to={`/posts/${_id}`} className="min-w-0 truncate font-medium hover:text-accent hover:underline">
                    {title || text("Untitled post")}
                  </Link>
                  <span className="whitespace-nowrap text-muted tabular-nums">
                    {text("{n, plural, one {# view} other {# views}}", { n: views })}
                  </span>
                </li>
              ))}
            </ol>
          )}
        </Section>
      )}
    </div>
  );
}

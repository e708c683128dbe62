import type { Attention } from "@porchlight/client/staff";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { richText, text } from "../texts/text.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { FilterTabs } from "../ui/list.tsx";
import { Page } from "../ui/page.tsx";
import { EmptyState, ErrorMessage, Section } from "../ui/section.tsx";

const FirstSteps = lazy(() => import("./first-steps.tsx"));
const StatisticsSections = lazy(() => import("./statistics-sections.tsx"));

const periods = [
  { value: "7", name: text("7 days") },
  { value: "30", name: text("30 days") },
  { value: "90", name: text("90 days") },
] as const;
type Period = (typeof periods)[number]["value"];

type Count = Exclude<keyof Attention, "backup" | "update" | "failed">;

/** The last two are only shown if there are any. */
const cards: readonly { figure: Count; title: string; to: string; isProblem?: true }[] = [
  {
    figure: "membersWaiting",
    title: text("Members waiting for approval"),
    to: "/members?status=PENDING&filter=approval",
  },
  { figure: "submissionsUnseen", title: text("Unread submissions"), to: "/forms/inbox?state=unread" },
  { figure: "postsInReview", title: text("Posts in review"), to: "/posts?status=IN_REVIEW" },
  { figure: "commentsToReview", title: text("Comments to review"), to: "/posts/comments" },
  { figure: "webhooksFailing", title: text("Failing webhooks"), to: "/settings/webhooks", isProblem: true },
  { figure: "jobsFailed", title: text("Failed background jobs"), to: "/settings/jobs?state=failed", isProblem: true },
];

/** What requires attention, and how the site develops. */
function HomePage() {
  const { name, role } = useStaffAccount();
  const { statistics } = useConsole().clients.site;
  const [period, setPeriod] = useState<Period>("30");
  const seesFigures = role !== "author";
  const attention = useQuery({
    queryKey: ["attention"],
    queryFn: ({ signal }) => statistics.getAttention({ signal }),
    enabled: seesFigures,
    refetchInterval: 60_000,
  });
  return (
    <Page title={name ? text("Hello, {name}", { name: name.split(" ")[0] ?? name }) : text("Home")}>
      <Suspense>{role === "owner" && <FirstSteps />}</Suspense>
      {attention.isError && !attention.data && (
        <div className="grid justify-items-start gap-3">
          <ErrorMessage error={attention.error} />
          <Button onPress={() => void attention.refetch()}>{text("Try again")}</Button>
        </div>
      )}
      {attention.data && <AttentionCards attention={attention.data} />}
      {attention.data?.update && <UpdateNotice update={attention.data.update} />}
      {seesFigures && (
        <>
          <FilterTabs
            label={text("Period")}
            tabs={periods}
            value={period}
            onChange={(value) => setPeriod(value as Period)}
          />
          <Suspense>
            <StatisticsSections period={period} />
          </Suspense>
        </>
      )}
      {!seesFigures && (
        <EmptyState>
          <p>{text("Write a post, or continue with one of yours.")}</p>
          <div className="flex flex-wrap justify-center gap-2">
            <LinkButton to="/posts/new">{text("New post")}</LinkButton>
            <LinkButton to="/posts">{text("Show your posts")}</LinkButton>
          </div>
        </EmptyState>
      )}
    </Page>
  );
}

function AttentionCards({ attention }: { attention: Attention }) {
  const { backup, failed = [] } = attention;
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]">
      {cards.map(({ figure, title, to, isProblem }) => {
        const count = attention[figure];
        if (failed.includes(figure)) return <Card key={figure} title={title} to={to} note={text("Not available")} />;
        if (count === undefined || (isProblem && count === 0)) return null;
        return (
          <Card
            key={figure}
            title={title}
            to={to}
            tone={isProblem ? "text-danger" : count === 0 ? "text-muted" : ""}
            value={text("{n, number}", { n: count })}
          />
        );
      })}
      {(backup?.isOverdue || failed.includes("backup")) && (
        <Card title={text("Last backup")} to="/settings/backups" note={backupAge(backup?.date)} />
      )}
    </ul>
  );
}

/** A newer version of the server, and how to install it. */
const UpdateNotice = ({ update: { version, current, url } }: { update: NonNullable<Attention["update"]> }) => (
  <Section title={text("Version {version} is available", { version })}>
    <p className="text-muted">
      {richText(
        "You use version {current}. Create a backup, and read the <link>release notes</link> before you update.",
        {
          current,
          link: (inside) => (
            <a href={url} target="_blank" rel="noreferrer" className="text-accent underline underline-offset-2">
              {inside}
            </a>
          ),
        },
      )}
    </p>
    <CopyText label={text("Copy the command")} value={`npm install porchlight@${version}`} />
  </Section>
);

const dayMs = 24 * 60 * 60_000;

function backupAge(date: string | null | undefined): string {
  if (date === undefined) return text("Not available");
  if (date === null) return text("No backup yet");
  return text("{n, plural, one {# day ago} other {# days ago}}", {
    n: Math.floor((Date.now() - new Date(date).getTime()) / dayMs),
  });
}

function Card({
  title,
  to,
  value,
  note,
  tone = "",
}: {
  title: string;
  to: string;
  /** A number. */
  value?: string;
  /** What to say instead of a number. */
  note?: string;
  /** The color of the number. Default: that of text. */
  tone?: string;
}) {
  return (
    <li className="grid">
      <Link
        to={to}
        className="grid content-between gap-1 rounded-xl border border-line bg-surface p-4 hover:border-line-strong"
      >
        <span className="text-muted">{title}</span>
        {note === undefined ? (
          <span className={`text-3xl leading-9 font-semibold tabular-nums ${tone}`}>{value}</span>
        ) : (
          <span className="leading-9 font-semibold text-warning">{note}</span>
        )}
      </Link>
    </li>
  );
}

export { HomePage as Component };

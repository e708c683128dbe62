import type { PollResults } from "@porchlight/contract/blog/poll";
import type words from "@porchlight/contract/texts/en/blog-poll.json";
import type { Texts } from "../../../texts/use-texts.ts";
import type { PollOption } from "./poll.tsx";

interface PollResultListProps {
  options: readonly PollOption[];
  results: PollResults;
  chosen: readonly string[];
  text: Texts<keyof typeof words>;
}

/** What was voted, each answer as words and a bar. */
export function PollResultList({ options, results, chosen, text }: PollResultListProps) {
  const percent = new Intl.NumberFormat(text.language, { style: "percent", maximumFractionDigits: 0 });
  return (
    <div className="site-poll-results">
      <p className="site-poll-title">{text("blog.poll.results")}</p>
      <ul>
        {options.map(({ id, title }) => {
          const { share = 0, votes } = results.options.find((one) => one.optionId === id) ?? {};
          const shown = percent.format(share);
          return (
            <li key={id}>
              <span>
                {title}
                {chosen.includes(id) && <strong> ({text("blog.poll.chosen")})</strong>}
              </span>
              <span>{votes === undefined ? shown : text("blog.poll.share", { share: shown, n: votes })}</span>
              <progress value={share} max={1} aria-hidden="true" />
            </li>
          );
        })}
      </ul>
      {results.voters !== undefined && (
        <p className="site-card-note">{text("blog.poll.voters", { n: results.voters })}</p>
      )}
    </div>
  );
}

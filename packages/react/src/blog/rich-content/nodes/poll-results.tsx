import type { PollResults, PollVoter } from "@porchlight/contract/blog/reactions/poll";
import type words from "@porchlight/contract/texts/en/blog-poll.json";
import { Fragment } from "react";
import type { Texts } from "../../../texts/use-texts.ts";

export interface PollOption {
  id: string;
  title: string;
  picture: string | undefined;
}

interface PollResultListProps {
  options: readonly PollOption[];
  results: PollResults;
  chosen: readonly string[];
  text: Texts<keyof typeof words>;
}

/** Maximum names per option; further voters are counted. */
const maxNames = 20;

/** The results: each option as text and a bar. */
export function PollResultList({ options, results, chosen, text }: PollResultListProps) {
  const percent = new Intl.NumberFormat(text.language, { style: "percent", maximumFractionDigits: 0 });
  return (
    <div className="site-poll-results">
      <p className="site-poll-title">{text("blog.poll.results")}</p>
      <ul>
        {options.map(({ id, title }) => {
          const { share = 0, votes, voters = [] } = results.options.find((one) => one.optionId === id) ?? {};
          const shown = percent.format(share);
          return (
            <li key={id}>
              <span>
                {title}
                {chosen.includes(id) && <strong> ({text("blog.poll.chosen")})</strong>}
              </span>
              <span>{votes === undefined ? shown : text("blog.poll.share", { share: shown, n: votes })}</span>
              <progress value={share} max={1} aria-hidden="true" />
              {voters.length > 0 && <Names {...{ voters, votes, text }} />}
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

interface NamesProps extends Pick<PollResultListProps, "text"> {
  voters: readonly PollVoter[];
  votes: number | undefined;
}

/** "Ann, Bob and 3 others". Names are isolated for bidirectional text. */
function Names({ voters, votes, text }: NamesProps) {
  const shown = voters.slice(0, maxNames).map(({ memberId, name }) => ({ key: memberId, name }));
  const others = Math.max(votes ?? 0, voters.length) - shown.length;
  const all = others > 0 ? [...shown, { key: "others", name: text("blog.poll.others", { n: others }) }] : shown;
  const parts = new Intl.ListFormat(text.language).formatToParts(all.map((_, index) => String(index)));
  return (
    <p className="site-poll-names">
      {parts.map(({ type, value }, index) => {
        const one = type === "element" ? all[Number(value)] : undefined;
        // biome-ignore lint/suspicious/noArrayIndexKey: text between names has no other key
        return one ? <bdi key={one.key}>{one.name}</bdi> : <Fragment key={index}>{value}</Fragment>;
      })}
    </p>
  );
}

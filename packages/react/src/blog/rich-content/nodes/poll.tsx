import type { PollObstacle, PollState } from "@porchlight/contract/blog/reactions/poll";
import type { RichContentNode } from "@porchlight/contract/blog/rich-content/rich-content";
import words from "@porchlight/contract/texts/en/blog-poll.json" with { type: "json" };
import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { useClientIfAny, useRole } from "../../../provider.tsx";
import { type Texts, useTexts } from "../../../texts/use-texts.ts";
import { asText, dataOf, type RenderContext } from "../document.ts";
import { sourceOf } from "./media.tsx";
import { type PollOption, PollResultList } from "./poll-results.tsx";

/** The methods of the module `polls` that a poll uses. */
interface PollCalls {
  getPoll(postId: string, pollId: string, call?: { signal?: AbortSignal }): Promise<PollState>;
  vote(postId: string, pollId: string, optionIds: string[]): Promise<PollState>;
}

interface PollFacts {
  pollId: string;
  title: string;
  options: readonly PollOption[];
  multiple: boolean;
}

type PollText = Texts<keyof typeof words>;

export function renderPoll(node: RichContentNode, context: RenderContext, id: string | undefined): ReactNode {
  const { title, options, settings, id: ownId, image } = dataOf(dataOf(node.pollData).poll);
  const list = (Array.isArray(options) ? options : []).slice(0, 100).map((option, index) => ({
    id: asText(dataOf(option).id) || String(index),
    title: asText(dataOf(option).title).trim() || String(index + 1),
    picture: sourceOf(dataOf(option).image),
  }));
  if (list.length === 0) return null;
  const facts = {
    pollId: asText(ownId) || asText(node.id),
    title: asText(title).trim(),
    options: list.filter((option, index) => list.findIndex((one) => one.id === option.id) === index),
    multiple: dataOf(dataOf(settings).permissions).allowMultipleVotes === true,
  };
  const picture = sourceOf(image);
  return (
    <div id={id} className="site-poll">
      {picture && <img src={picture} alt="" loading="lazy" decoding="async" />}
      <Poll {...facts} postId={context.postId} />
    </div>
  );
}

/** An interactive poll inside a post if the client has the module `polls`; otherwise its question and options. */
function Poll({ postId, ...facts }: PollFacts & { postId: string | undefined }) {
  const text = useTexts(words);
  const client = useClientIfAny() as { polls?: PollCalls } | undefined;
  const calls = client?.polls;
  if (calls && postId && facts.pollId) return <LivePoll {...facts} {...{ calls, postId, text }} />;
  return (
    <>
      <p className="site-poll-title">{facts.title || text("blog.poll.title")}</p>
      <ul>
        {facts.options.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <p className="site-card-note">{text("blog.poll.offline")}</p>
    </>
  );
}

type Failure = "failed" | "tooMany" | "choose";

function LivePoll({
  calls,
  postId,
  pollId,
  title,
  options,
  multiple,
  text,
}: PollFacts & { calls: PollCalls; postId: string; text: PollText }) {
  const [state, setState] = useState<PollState>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<Failure>();
  const [phase, setPhase] = useState<"loading" | "ready" | "voting" | "counted">("loading");
  const [round, setRound] = useState(0);
  const name = useId();
  // Signing in may change permissions, and the member may have voted before.
  const role = useRole();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed role or a retry reloads
  useEffect(() => {
    const aborter = new AbortController();
    calls.getPoll(postId, pollId, { signal: aborter.signal }).then(
      (poll) => {
        setState(poll);
        setChosen(poll.chosen);
        setFailure(undefined);
        setPhase("ready");
      },
      (error) => {
        if (!aborter.signal.aborted) setFailure(failureOf(error));
      },
    );
    return () => aborter.abort();
  }, [calls, postId, pollId, role, round]);

  const isVoting = phase === "voting";
  const mayVote = state?.mayVote === true;
  // Results influence votes, so that they follow the vote.
  const results = mayVote && state.chosen.length === 0 ? undefined : state?.results;

  async function vote(event: FormEvent) {
    event.preventDefault();
    if (!mayVote || isVoting) return;
    if (chosen.length === 0) return setFailure("choose");
    setFailure(undefined);
    setPhase("voting");
    try {
      const poll = await calls.vote(postId, pollId, [...chosen]);
      setState(poll);
      setChosen(poll.chosen);
      setPhase("counted");
    } catch (error) {
      setPhase("ready");
      // Already voted in another tab: reload the results.
      if (isRefusal(error)) setRound(round + 1);
      else setFailure(failureOf(error));
    }
  }

  const toggle = (id: string, isOn: boolean) => {
    setFailure(undefined);
    if (!multiple) setChosen([id]);
    else setChosen(isOn ? [...chosen, id] : chosen.filter((one) => one !== id));
  };

  return (
    <form onSubmit={vote} noValidate>
      <fieldset disabled={state !== undefined && !mayVote} className="site-poll-options">
        <legend className="site-poll-title">{title || text("blog.poll.title")}</legend>
        {multiple && <p className="site-card-note">{text("blog.poll.multiple")}</p>}
        {state?.namesVoters && mayVote && <p className="site-card-note">{text("blog.poll.named")}</p>}
        {options.map((option) => (
          <label key={option.id} className="site-poll-option">
            <input
              type={multiple ? "checkbox" : "radio"}
              name={name}
              value={option.id}
              checked={chosen.includes(option.id)}
              onChange={(event) => toggle(option.id, event.currentTarget.checked)}
            />
            {option.picture && <img src={option.picture} alt="" loading="lazy" decoding="async" />}
            <span>{option.title}</span>
          </label>
        ))}
      </fieldset>
      {(state === undefined || mayVote) && (
        <button type="submit" className="site-poll-vote" aria-disabled={!mayVote || isVoting}>
          {text(state && state.chosen.length > 0 ? "blog.poll.voteAgain" : "blog.poll.vote")}
        </button>
      )}
      <p className="site-poll-status" role="status">
        {failure ? text(`blog.poll.${failure}`) : statusOf(state, phase, text)}
      </p>
      {failure && failure !== "choose" && state === undefined && (
        <button type="button" className="site-poll-vote" onClick={() => setRound(round + 1)}>
          {text("blog.poll.retry")}
        </button>
      )}
      {state && results && <PollResultList {...{ options, text, results }} chosen={state.chosen} />}
    </form>
  );
}

const obstacleTexts: Readonly<Record<PollObstacle, keyof typeof words>> = {
  SIGN_IN: "blog.poll.signIn",
  VOTED: "blog.poll.voted",
  CLOSED: "blog.poll.closed",
  NOT_A_VOTER: "blog.poll.offline",
};

function statusOf(state: PollState | undefined, phase: string, text: PollText): string {
  if (state === undefined) return text("blog.poll.loading");
  if (phase === "voting") return text("blog.poll.voting");
  const sentences = [];
  if (phase === "counted") sentences.push(text("blog.poll.counted"));
  else if (state.obstacle) sentences.push(text(obstacleTexts[state.obstacle]));
  if (state.results && state.mayVote && state.chosen.length === 0) sentences.push(text("blog.poll.onlyVoters"));
  if (!state.results && state.viewers === "CREATOR") sentences.push(text("blog.poll.onlyCreator"));
  if (!state.results && state.viewers === "VOTERS") sentences.push(text("blog.poll.onlyVoters"));
  return sentences.join(" ");
}

function failureOf(error: unknown): Failure {
  return dataOf(error as { kind?: unknown }).kind === "rateLimited" ? "tooMany" : "failed";
}

function isRefusal(error: unknown): boolean {
  return /^POLL_/.test(asText(dataOf(error as { code?: unknown }).code));
}

import type { PollObstacle, PollResults, PollState } from "@porchlight/contract/blog/reactions/poll";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import { isId } from "../../../platform/db/ids.ts";
import { isEditor } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { publicVisibility, readerKind } from "../../posts/post-visibility.ts";
import { findPoll, type Poll } from "./find-poll.ts";
import { findCounts, findNamedVotes, findPublishedText, findVote, type PollKey, type Voter } from "./polls-store.ts";

/** Limits the size of the response. */
const maxNamedVotes = 200;

/**
 * The poll of a published post, if the caller may read the text that contains it.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `POLL_NOT_FOUND`.
 */
export async function requirePoll(
  context: BlogContext,
  caller: Caller,
  { postId, pollId }: { postId: string; pollId: string },
): Promise<{ poll: Poll; key: PollKey }> {
  // Editors may read the full text.
  const reader = isEditor(caller) ? "editor" : readerKind(caller);
  const content = isId(postId)
    ? await findPublishedText(context.db, publicVisibility(context), postId, reader)
    : undefined;
  if (content === undefined) throw new Refusal("POST_NOT_FOUND");
  const poll = findPoll(content, pollId) ?? findPoll(content, decodeId(pollId));
  // PostgreSQL text cannot contain NUL.
  if (poll === undefined || poll.id.includes("\0")) throw new Refusal("POLL_NOT_FOUND");
  return { poll, key: { siteId: context.site.id, postId, pollId: poll.id } };
}

/** Ids with characters that paths cannot contain are encoded twice. */
function decodeId(pollId: string): string {
  try {
    return decodeURIComponent(pollId);
  } catch {
    return pollId;
  }
}

/** `undefined` for API keys without a member. */
export function findVoter(caller: Caller): Voter | undefined {
  if (caller.kind === "member") return { id: caller.memberId, isMember: true };
  return caller.kind === "visitor" ? { id: caller.visitorId, isMember: false } : undefined;
}

/** The poll with what the caller may do, has chosen, and may see. */
export async function serializePoll(
  context: BlogContext,
  caller: Caller,
  poll: Poll,
  key: PollKey,
): Promise<PollState> {
  const voter = findVoter(caller);
  const vote = (voter && (await findVote(context.db, key, voter))) ?? [];
  const chosen = vote.filter((id) => poll.optionIds.includes(id));
  // A vote whose options were all removed does not count.
  const hasVoted = chosen.length > 0;
  const obstacle = findObstacle(poll, voter, hasVoted);
  const results = canSeeResults(caller, poll, hasVoted) ? await getResults(context, poll, key) : undefined;
  return {
    pollId: poll.id,
    multiple: poll.multiple,
    mayVote: obstacle === undefined,
    ...(obstacle && { obstacle }),
    chosen,
    viewers: poll.viewers,
    namesVoters: poll.showsVoters,
    ...(results && { results }),
  };
}

/** The reason why the voter cannot vote now. */
export function findObstacle(poll: Poll, voter: Voter | undefined, hasVoted: boolean): PollObstacle | undefined {
  if (poll.isClosed) return "CLOSED";
  if (voter === undefined) return "NOT_A_VOTER";
  if (poll.membersOnly && !voter.isMember) return "SIGN_IN";
  return hasVoted && !poll.multiple ? "VOTED" : undefined;
}

function canSeeResults(caller: Caller, poll: Poll, hasVoted: boolean): boolean {
  if (poll.viewers === "EVERYONE") return true;
  // Editors see what the creator sees.
  const isCreator = isEditor(caller) || (caller.kind === "member" && caller.memberId === poll.creatorId);
  return isCreator || (poll.viewers === "VOTERS" && hasVoted);
}

async function getResults(context: BlogContext, poll: Poll, key: PollKey): Promise<PollResults> {
  const [counts, namedVotes] = await Promise.all([
    findCounts(context.db, key),
    poll.showsVoters ? findNamedVotes(context.db, key, maxNamedVotes) : undefined,
  ]);
  const voters = counts.get("") ?? 0;
  const options = poll.optionIds.map((id) => {
    const votes = counts.get(id) ?? 0;
    const share = voters === 0 ? 0 : Math.min(1, Math.round((votes / voters) * 1000) / 1000);
    const chosenBy = namedVotes?.filter(({ optionIds }) => optionIds.includes(id));
    return {
      optionId: id,
      share,
      ...(poll.showsCounts && { votes }),
      ...(chosenBy && { voters: chosenBy.map(({ memberId, name }) => ({ memberId, name })) }),
    };
  });
  return { ...(poll.showsCounts && { voters }), options };
}

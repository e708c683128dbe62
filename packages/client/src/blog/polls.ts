import * as endpoints from "@porchlight/contract/blog/reactions/endpoints";
import type { PollResponse, PollState } from "@porchlight/contract/blog/reactions/poll";
import type { CallOptions, Transport } from "../transport.ts";

export type {
  PollObstacle,
  PollOptionResult,
  PollResults,
  PollState,
  PollViewRole,
  PollVoter,
} from "@porchlight/contract/blog/reactions/poll";

/** Characters that paths must not contain even encoded, and dot segments. Source: security requirements §2.8. */
const inPath = (id: string) =>
  id.replace(/[/\\;%\0]/g, encodeURIComponent).replace(/^\.\.?$/, (dots) => dots.replaceAll(".", "%2E"));

/** Polls in posts. Separate from `posts` because few pages need it. A Porchlight extension. */
export function polls(transport: Transport) {
  return {
    /**
     * Gets a poll for this reader: whether they may vote, their vote, and the results visible to them.
     *
     * @param pollId `pollData.poll.id` of the node, or the node's id.
     * @throws {PorchlightError} `POST_NOT_FOUND`, `POLL_NOT_FOUND`.
     */
    async getPoll(postId: string, pollId: string, call?: CallOptions): Promise<PollState> {
      const request = { params: { postId, pollId: inPath(pollId) } };
      const { poll }: PollResponse = await transport.send(endpoints.getPoll, request, { ...call });
      return poll;
    },

    /**
     * Votes once per member or visitor session.
     *
     * @param optionIds One option, or several if the poll allows it (`multiple`); a later vote then replaces the first.
     * Options without an id have their index as id.
     * @returns The poll after the vote.
     * @throws {PorchlightError} `POLL_ALREADY_VOTED`, `POLL_CLOSED`, `POLL_MEMBERS_ONLY`, `POST_NOT_FOUND`,
     * `POLL_NOT_FOUND`, `INVALID_ARGUMENT`.
     */
    async vote(postId: string, pollId: string, optionIds: string[], call?: CallOptions): Promise<PollState> {
      const request = { params: { postId, pollId: inPath(pollId) }, body: { optionIds } };
      const { poll }: PollResponse = await transport.send(endpoints.voteInPoll, request, { ...call });
      return poll;
    },
  };
}

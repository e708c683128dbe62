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

/** Signs that no path may have, not even encoded, and dots that it would be folders with. Source: security requirements §2.8. */
const inPath = (id: string) =>
  id.replace(/[/\\;%\0]/g, encodeURIComponent).replace(/^\.\.?$/, (dots) => dots.replaceAll(".", "%2E"));

/** Polls in the texts of posts. Apart from `posts`, because few pages need it. An addition of Porchlight. */
export function polls(transport: Transport) {
  return {
    /**
     * A poll for this reader: whether they may vote, what they have voted, and the results as far as they may see them.
     *
     * @param pollId `pollData.poll.id` of the node, or the node's own id where it has none.
     * @throws {PorchlightError} `POST_NOT_FOUND`, `POLL_NOT_FOUND`.
     */
    async getPoll(postId: string, pollId: string, call?: CallOptions): Promise<PollState> {
      const request = { params: { postId, pollId: inPath(pollId) } };
      const { poll }: PollResponse = await transport.send(endpoints.getPoll, request, { ...call });
      return poll;
    },

    /**
     * Votes; each member, and each visitor's session, counts once.
     *
     * @param optionIds One of the poll's options, or several where it allows several (`multiple`); a later vote then takes the place of the
     * first. Options without an id have their place in the list, from 0.
     * @returns The poll after the vote.
     * @throws {PorchlightError} `POLL_ALREADY_VOTED`, `POLL_CLOSED`, `POLL_MEMBERS_ONLY`, `POST_NOT_FOUND`, `POLL_NOT_FOUND`, `INVALID_ARGUMENT`.
     */
    async vote(postId: string, pollId: string, optionIds: string[], call?: CallOptions): Promise<PollState> {
      const request = { params: { postId, pollId: inPath(pollId) }, body: { optionIds } };
      const { poll }: PollResponse = await transport.send(endpoints.voteInPoll, request, { ...call });
      return poll;
    },
  };
}

import type { PollAnswer } from "@porchlight/contract/blog/reactions/poll";
import type { voteRequest } from "@porchlight/contract/blog/reactions/poll-schema";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/http/request-context.ts";
import type { BlogContext } from "../../blog-context.ts";
import { putVote } from "./polls-store.ts";
import { needPoll, obstacleOf, tellPoll, voterOf } from "./serialize-poll.ts";

const refusals = {
  CLOSED: "POLL_CLOSED",
  SIGN_IN: "POLL_MEMBERS_ONLY",
  NOT_A_VOTER: "NOT_ALLOWED",
  VOTED: "POLL_ALREADY_VOTED",
} as const;

/**
 * Counts a vote and tells the poll after it.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `POLL_NOT_FOUND`, `POLL_CLOSED`, `POLL_MEMBERS_ONLY`, `POLL_ALREADY_VOTED`, `NOT_ALLOWED`.
 * @throws {InvalidArguments} when an answer is none of the poll's, or there are several where one is allowed.
 */
export async function voteInPoll(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof voteRequest>,
): Promise<PollAnswer> {
  const { poll, place } = await needPoll(context, caller, params);
  const voter = voterOf(caller);
  const obstacle = obstacleOf(poll, voter, false);
  if (obstacle) throw new Refusal(refusals[obstacle]);
  if (!voter) throw new Refusal("NOT_ALLOWED");
  const optionIds = [...new Set(body.optionIds)];
  const unknown = body.optionIds.findIndex((id) => !poll.optionIds.includes(id));
  if (unknown >= 0)
    throw new InvalidArguments([violation(`optionIds.${unknown}`, "is no answer of this poll", "INVALID")]);
  if (optionIds.length > 1 && !poll.multiple)
    throw new InvalidArguments([violation("optionIds", "must be one answer in this poll", "MAX_SIZE")]);
  const counts = await putVote(context.db, place, voter, {
    optionIds,
    mayChange: poll.multiple,
    standing: poll.optionIds,
    isNamed: poll.namesVoters,
    at: context.now(),
  });
  if (!counts) throw new Refusal("POLL_ALREADY_VOTED");
  return { poll: await tellPoll(context, caller, poll, place) };
}

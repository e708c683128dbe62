import type { PollResponse } from "@porchlight/contract/blog/reactions/poll";
import type { getPollRequest, voteRequest } from "@porchlight/contract/blog/reactions/schema";
import type * as z from "zod";
import { InvalidArguments, Refusal, violation } from "../../../platform/context/errors.ts";
import type { Requester } from "../../../platform/context/request-context.ts";
import { requireUnmuted } from "../../../platform/identity/muted-members-store.ts";
import type { BlogContext } from "../../blog-context.ts";
import { saveVote } from "./polls-store.ts";
import { findObstacle, findVoter, requirePoll, serializePoll } from "./serialize-poll.ts";

const errorCodes = {
  CLOSED: "POLL_CLOSED",
  SIGN_IN: "POLL_MEMBERS_ONLY",
  NOT_A_VOTER: "NOT_ALLOWED",
  VOTED: "POLL_ALREADY_VOTED",
} as const;

/**
 * Votes in a poll and returns its new state.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `POLL_NOT_FOUND`, `POLL_CLOSED`, `POLL_MEMBERS_ONLY`, `POLL_ALREADY_VOTED`,
 * `NOT_ALLOWED`, `MEMBER_MUTED`.
 * @throws {InvalidArguments} for an unknown option, or several options where one is allowed.
 */
export async function voteInPoll(
  context: BlogContext,
  { caller }: Requester,
  { params, body }: z.output<typeof voteRequest>,
): Promise<PollResponse> {
  const { poll, key } = await requirePoll(context, caller, params);
  const voter = findVoter(caller);
  const obstacle = findObstacle(poll, voter, false);
  if (obstacle) throw new Refusal(errorCodes[obstacle]);
  if (!voter) throw new Refusal("NOT_ALLOWED");
  await requireUnmuted(context.db, context.site.id, caller);
  const optionIds = [...new Set(body.optionIds)];
  const invalidIndex = body.optionIds.findIndex((id) => !poll.optionIds.includes(id));
  if (invalidIndex >= 0)
    throw new InvalidArguments([violation(`optionIds.${invalidIndex}`, "must be an option of this poll", "INVALID")]);
  if (optionIds.length > 1 && !poll.multiple)
    throw new InvalidArguments([violation("optionIds", "must have a single option in this poll", "MAX_SIZE")]);
  const isCounted = await saveVote(context.db, key, voter, {
    optionIds,
    mayChange: poll.multiple,
    validOptionIds: poll.optionIds,
    isNamed: poll.showsVoters,
    at: context.now(),
  });
  if (!isCounted) throw new Refusal("POLL_ALREADY_VOTED");
  return { poll: await serializePoll(context, caller, poll, key) };
}

/** @throws {Refusal} `POST_NOT_FOUND`, `POLL_NOT_FOUND`. */
export async function getPoll(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof getPollRequest>,
): Promise<PollResponse> {
  const { poll, key } = await requirePoll(context, caller, params);
  return { poll: await serializePoll(context, caller, poll, key) };
}

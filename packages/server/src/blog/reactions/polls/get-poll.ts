import type { PollAnswer } from "@porchlight/contract/blog/reactions/poll";
import type { getPollRequest } from "@porchlight/contract/blog/reactions/poll-schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/http/request-context.ts";
import type { BlogContext } from "../../blog-context.ts";
import { needPoll, tellPoll } from "./serialize-poll.ts";

/**
 * A poll for whoever asks.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `POLL_NOT_FOUND`.
 */
export async function getPoll(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof getPollRequest>,
): Promise<PollAnswer> {
  const { poll, place } = await needPoll(context, caller, params);
  return { poll: await tellPoll(context, caller, poll, place) };
}

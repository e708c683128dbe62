import type { PollResponse } from "@porchlight/contract/blog/reactions/poll";
import type { getPollRequest } from "@porchlight/contract/blog/reactions/poll-schema";
import type * as z from "zod";
import type { Requester } from "../../../platform/context/request-context.ts";
import type { BlogContext } from "../../blog-context.ts";
import { requirePoll, serializePoll } from "./serialize-poll.ts";

/**
 * A poll for whoever asks.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `POLL_NOT_FOUND`.
 */
export async function getPoll(
  context: BlogContext,
  { caller }: Requester,
  { params }: z.output<typeof getPollRequest>,
): Promise<PollResponse> {
  const { poll, place } = await requirePoll(context, caller, params);
  return { poll: await serializePoll(context, caller, poll, place) };
}

import type { PollAnswer } from "@porchlight/contract/blog/poll";
import type { getPollRequest } from "@porchlight/contract/blog/poll-schema";
import type * as z from "zod";
import type { Caller, Deps } from "../../../platform/context/server-context.ts";
import { needPoll, tellPoll } from "./serialize-poll.ts";

/**
 * A poll for whoever asks.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `POLL_NOT_FOUND`.
 */
export async function getPoll(
  deps: Deps,
  caller: Caller,
  { params }: z.output<typeof getPollRequest>,
): Promise<PollAnswer> {
  const { poll, place } = await needPoll(deps, caller, params);
  return { poll: await tellPoll(deps, caller, poll, place) };
}

import * as polls from "@porchlight/contract/blog/poll-endpoints";
import { getPollRequest, voteRequest } from "@porchlight/contract/blog/poll-schema";
import type { Deps } from "../../../platform/context/server-context.ts";
import { type Area, serve } from "../../../platform/http/serve.ts";
import { getPoll } from "./get-poll.ts";
import { voteInPoll } from "./vote-in-poll.ts";

/** Polls in texts. */
export function pollRoutes(area: Area, deps: Deps): void {
  serve(area, polls.getPoll, getPollRequest, (caller, request) => getPoll(deps, caller, request));
  serve(area, polls.voteInPoll, voteRequest, (caller, request) => voteInPoll(deps, caller, request), {
    limit: "changes by an address",
    memberLimit: "changes by a member",
  });
}

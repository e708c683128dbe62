import * as polls from "@porchlight/contract/blog/reactions/poll-endpoints";
import { getPollRequest, voteRequest } from "@porchlight/contract/blog/reactions/poll-schema";
import { type Area, serve } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { getPoll } from "./get-poll.ts";
import { voteInPoll } from "./vote-in-poll.ts";

/** Polls in texts. */
export function pollRoutes(area: Area, context: BlogContext): void {
  serve(area, polls.getPoll, getPollRequest, (request, input) => getPoll(context, request, input));
  serve(area, polls.voteInPoll, voteRequest, (request, input) => voteInPoll(context, request, input), {
    limit: "changesPerIp",
    memberLimit: "changesPerMember",
  });
}

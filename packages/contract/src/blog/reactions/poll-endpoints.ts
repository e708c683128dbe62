import { endpoint } from "../../endpoint.ts";
import type { GetPollRequest, PollResponse, VoteRequest } from "./poll.ts";

/** Additions of Porchlight: the contract has polls in texts, and no calls for them. */
const path = "/_api/porchlight/v1/blog/posts/:postId/polls/:pollId";
export const getPoll = /* @__PURE__ */ endpoint<GetPollRequest, PollResponse>("GET", path);
export const voteInPoll = /* @__PURE__ */ endpoint<VoteRequest, PollResponse>("POST", `${path}/vote`);

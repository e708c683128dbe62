import type { EndpointDocs } from "../../endpoint-docs.ts";
import { pollResponse } from "./poll-schema.ts";

const params = { postId: "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b", pollId: "p1" };

export const pollDocs = {
  getPoll: {
    summary: "Read a poll",
    description:
      "Whether the reader may vote in a poll of a published post, what they have voted, and the results as far as they may see them: figures, and with `showVoters` the latest 200 members who voted and have a public profile. An addition of Porchlight.",
    response: { description: "The poll for whoever asks.", schema: pollResponse },
    errors: ["POST_NOT_FOUND", "POLL_NOT_FOUND"],
    example: { params },
  },
  voteInPoll: {
    summary: "Vote in a poll",
    description:
      "Counts each member, and each visitor's session, once. Where the poll allows it there may be several answers, and a later vote takes the place of the first; else a second vote is refused. An addition of Porchlight.",
    response: { description: "The poll after the vote.", schema: pollResponse },
    errors: [
      "POST_NOT_FOUND",
      "POLL_NOT_FOUND",
      "POLL_ALREADY_VOTED",
      "POLL_CLOSED",
      "POLL_MEMBERS_ONLY",
      "NOT_ALLOWED",
    ],
    example: { params, body: { optionIds: ["o1"] } },
  },
} as const satisfies Record<string, EndpointDocs>;

import * as z from "zod";
import { pollObstacles, pollViewRoles } from "./poll.ts";

/** Ids of documents are theirs to choose. */
const documentId = z.string().min(1).max(200);
const params = z.object({ postId: z.string(), pollId: documentId });

export const getPollRequest = z.object({ params });
export const voteRequest = z.object({ params, body: z.object({ optionIds: z.array(documentId).min(1).max(100) }) });

const share = z.number().min(0).max(1).meta({ description: "Of the voters, 0 to 1." });
const voters = z
  .array(z.object({ memberId: z.string(), name: z.string() }))
  .optional()
  .meta({ description: "Members with a public profile who voted where the poll names voters, the latest first." });
export const pollResponse = z.object({
  poll: z
    .object({
      pollId: z.string(),
      multiple: z
        .boolean()
        .meta({ description: "Several answers at once, and another vote later; else one answer, once." }),
      mayVote: z.boolean(),
      obstacle: z.enum(pollObstacles).optional(),
      chosen: z.array(z.string()).meta({ description: "What the reader has voted for." }),
      viewers: z.enum(pollViewRoles).meta({ description: "Who sees the results." }),
      namesVoters: z.boolean().meta({ description: "Whether the results come with names of members." }),
      results: z
        .object({
          voters: z.int().optional(),
          options: z.array(z.object({ optionId: z.string(), share, votes: z.int().optional(), voters })),
        })
        .optional()
        .meta({ description: "Absent for a reader who may not see them, or not yet." }),
    })
    .meta({ id: "Poll", description: "A poll of a post for one reader." }),
});

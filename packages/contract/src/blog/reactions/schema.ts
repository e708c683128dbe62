import * as z from "zod";
import { querySchema } from "../../wire/query-schema.ts";
import { guid } from "../../wire/value-schema.ts";
import { averageRating, pagingMetadata } from "../posts/response-schema.ts";
import { likedFqdn } from "./like.ts";
import { pollObstacles, pollViewRoles } from "./poll.ts";
import { maxStars } from "./rating.ts";

const ratingParams = z.object({ postId: z.string() });
const stars = z.int().min(1).max(maxStars);

export const postRatingRequest = z.object({ params: ratingParams });
export const ratePostRequest = z.object({ params: ratingParams, body: z.object({ stars }) });

export const postRatingResponse = z.object({
  rating: z
    .object({
      postId: z.guid(),
      ratings: z.int().min(0).meta({ description: "Number of ratings." }),
      averageRating,
      stars: stars.optional().meta({ description: "The reader's stars." }),
      mayRate: z.boolean(),
    })
    .meta({ id: "PostRating", description: "The rating of a post for one reader." }),
});

const fqdn = z.literal(likedFqdn, { error: `must be ${likedFqdn}` });

export const createLikeRequest = z.object({ body: z.object({ like: z.object({ fqdn, entityId: guid }) }) });
export const likeByIdRequest = z.object({ params: z.object({ likeId: z.string().min(1).max(38) }) });
export const likeByEntityRequest = z.object({ params: z.object({ fqdn, entityId: guid }) });
export const queryLikesRequest = z.object({ body: z.object({ query: querySchema.nullish() }) });

const like = z
  .object({
    id: z.guid(),
    fqdn: z.string(),
    entityId: z.guid().describe("The post."),
    createdDate: z.iso.datetime(),
    memberId: z.guid().optional().describe("Absent when a visitor likes it."),
  })
  .meta({ id: "Like" });

export const likeResponse = z.object({ like });
export const deleteLikeByEntityResponse = z.object({ like: like.optional().describe("Absent when it was not liked.") });
export const queryLikesResponse = z.object({ likes: z.array(like), pagingMetadata });

/** Documents may use any ids. */
const documentId = z.string().min(1).max(200);
const pollParams = z.object({ postId: z.string(), pollId: documentId });

export const getPollRequest = z.object({ params: pollParams });
export const voteRequest = z.object({
  params: pollParams,
  body: z.object({ optionIds: z.array(documentId).min(1).max(100) }),
});

const share = z.number().min(0).max(1).meta({ description: "Fraction of the voters, 0 to 1." });
const voters = z
  .array(z.object({ memberId: z.string(), name: z.string() }))
  .optional()
  .meta({ description: "Voters with a public profile, latest first, if the poll shows names." });
export const pollResponse = z.object({
  poll: z
    .object({
      pollId: z.string(),
      multiple: z.boolean().meta({
        description: "Whether several answers and changes of the vote are allowed; otherwise one answer, once.",
      }),
      mayVote: z.boolean(),
      obstacle: z.enum(pollObstacles).optional(),
      chosen: z.array(z.string()).meta({ description: "The reader's chosen options." }),
      viewers: z.enum(pollViewRoles).meta({ description: "Who sees the results." }),
      namesVoters: z.boolean().meta({ description: "Whether the results show names of voters." }),
      results: z
        .object({
          voters: z.int().optional(),
          options: z.array(z.object({ optionId: z.string(), share, votes: z.int().optional(), voters })),
        })
        .optional()
        .meta({ description: "Absent if the reader may not see them (yet)." }),
    })
    .meta({ id: "Poll", description: "A poll of a post for one reader." }),
});

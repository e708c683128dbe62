import * as z from "zod";
import { querySchema } from "../../wire/query-schema.ts";
import { guid } from "../../wire/value-schema.ts";
import { pagingMetadata } from "../posts/response-schema.ts";
import { likedFqdn } from "./like.ts";

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

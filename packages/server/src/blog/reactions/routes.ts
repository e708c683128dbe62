import * as likes from "@porchlight/contract/blog/reactions/endpoints";
import * as polls from "@porchlight/contract/blog/reactions/endpoints";
import * as ratings from "@porchlight/contract/blog/reactions/endpoints";
import {
  createLikeRequest,
  getPollRequest,
  likeByEntityRequest,
  likeByIdRequest,
  postRatingRequest,
  queryLikesRequest,
  ratePostRequest,
  voteRequest,
} from "@porchlight/contract/blog/reactions/schema";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import type * as z from "zod";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { type Area, type RawJson, serve } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { createLike, deleteLike, deleteLikeOfPost, getLike } from "./likes/likes.ts";
import { queryLikes } from "./likes/query-likes.ts";
import { getPoll, voteInPoll } from "./polls/polls.ts";
import { getPostRating, ratePost, removePostRating } from "./ratings/ratings.ts";

const limits = { limit: "changesPerIp", memberLimit: "changesPerMember" } as const;

export function ratingRoutes(area: Area, context: BlogContext): void {
  serve(area, ratings.getPostRating, postRatingRequest, (request, input) => getPostRating(context, request, input));
  serve(area, ratings.ratePost, ratePostRequest, (request, input) => ratePost(context, request, input), limits);
  serve(
    area,
    ratings.removePostRating,
    postRatingRequest,
    (request, input) => removePostRating(context, request, input),
    limits,
  );
}

export function likeRoutes(area: Area, context: BlogContext): void {
  function route<Request extends EndpointRequest, Schema extends z.ZodType, Result>(
    endpoint: Endpoint<Request, Result>,
    schema: Schema,
    useCase: (context: BlogContext, request: RequestContext, input: z.output<Schema>) => Promise<RawJson>,
    { changes }: { changes: boolean },
  ): void {
    serve(area, endpoint, schema, (request, input) => useCase(context, request, input), {
      ...(changes ? { limit: "changesPerIp", memberLimit: "changesPerMember" } : {}),
    });
  }

  route(likes.createLike, createLikeRequest, createLike, { changes: true });
  route(likes.queryLikes, queryLikesRequest, queryLikes, { changes: false });
  route(likes.deleteLikeByFqdnAndEntityId, likeByEntityRequest, deleteLikeOfPost, { changes: true });
  route(likes.getLike, likeByIdRequest, getLike, { changes: false });
  route(likes.deleteLike, likeByIdRequest, deleteLike, { changes: true });
}

export function pollRoutes(area: Area, context: BlogContext): void {
  serve(area, polls.getPoll, getPollRequest, (request, input) => getPoll(context, request, input));
  serve(area, polls.voteInPoll, voteRequest, (request, input) => voteInPoll(context, request, input), {
    limit: "changesPerIp",
    memberLimit: "changesPerMember",
  });
}

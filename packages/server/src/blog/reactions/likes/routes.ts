import * as likes from "@porchlight/contract/blog/reactions/like-endpoints";
import {
  createLikeRequest,
  likeByEntityRequest,
  likeByIdRequest,
  queryLikesRequest,
} from "@porchlight/contract/blog/reactions/like-schema";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import type * as z from "zod";
import type { RequestContext } from "../../../platform/context/request-context.ts";
import { type Area, type RawJson, serve } from "../../../platform/http/serve.ts";
import type { BlogContext } from "../../blog-context.ts";
import { createLike } from "./create-like.ts";
import { deleteLike } from "./delete-like.ts";
import { deleteLikeOfPost } from "./delete-like-of-post.ts";
import { getLike } from "./get-like.ts";
import { queryLikes } from "./query-likes.ts";

/** What members and visitors like. */
export function likeRoutes(area: Area, context: BlogContext): void {
  function put<Request extends EndpointRequest, Schema extends z.ZodType, Answer>(
    endpoint: Endpoint<Request, Answer>,
    schema: Schema,
    useCase: (context: BlogContext, request: RequestContext, input: z.output<Schema>) => Promise<RawJson>,
    { changes }: { changes: boolean },
  ): void {
    serve(area, endpoint, schema, (request, input) => useCase(context, request, input), {
      ...(changes ? { limit: "changesPerIp", memberLimit: "changesPerMember" } : {}),
    });
  }

  put(likes.createLike, createLikeRequest, createLike, { changes: true });
  put(likes.queryLikes, queryLikesRequest, queryLikes, { changes: false });
  put(likes.deleteLikeByFqdnAndEntityId, likeByEntityRequest, deleteLikeOfPost, { changes: true });
  put(likes.getLike, likeByIdRequest, getLike, { changes: false });
  put(likes.deleteLike, likeByIdRequest, deleteLike, { changes: true });
}

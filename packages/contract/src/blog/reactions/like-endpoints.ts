import { endpoint } from "../../endpoint.ts";
import type {
  CreateLikeRequest,
  Like,
  LikeByEntityRequest,
  LikeByIdRequest,
  QueryLikesRequest,
  QueryLikesResponse,
} from "./like.ts";

export const createLike = /* @__PURE__ */ endpoint<CreateLikeRequest, { like: Like }>("POST", "/blog/v1/likes");
export const getLike = /* @__PURE__ */ endpoint<LikeByIdRequest, { like: Like }>("GET", "/blog/v1/likes/:likeId");
export const deleteLike = /* @__PURE__ */ endpoint<LikeByIdRequest, { like: Like }>("DELETE", "/blog/v1/likes/:likeId");
export const deleteLikeByFqdnAndEntityId = /* @__PURE__ */ endpoint<LikeByEntityRequest, { like?: Like }>(
  "DELETE",
  "/blog/v1/likes/fqdn/:fqdn/entity-id/:entityId",
);
export const queryLikes = /* @__PURE__ */ endpoint<QueryLikesRequest, QueryLikesResponse>(
  "POST",
  "/blog/v1/likes/query",
  { readOnly: true },
);

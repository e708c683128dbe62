import { endpoint } from "../../endpoint.ts";
import type {
  CreateLikeRequest,
  KnownLikeRequest,
  Like,
  LikedEntityRequest,
  QueryLikesAnswer,
  QueryLikesRequest,
} from "./like.ts";

export const createLike = /* @__PURE__ */ endpoint<CreateLikeRequest, { like: Like }>("POST", "/blog/v1/likes");
export const getLike = /* @__PURE__ */ endpoint<KnownLikeRequest, { like: Like }>("GET", "/blog/v1/likes/:likeId");
export const deleteLike = /* @__PURE__ */ endpoint<KnownLikeRequest, { like: Like }>(
  "DELETE",
  "/blog/v1/likes/:likeId",
);
export const deleteLikeByFqdnAndEntityId = /* @__PURE__ */ endpoint<LikedEntityRequest, { like?: Like }>(
  "DELETE",
  "/blog/v1/likes/fqdn/:fqdn/entity-id/:entityId",
);
export const queryLikes = /* @__PURE__ */ endpoint<QueryLikesRequest, QueryLikesAnswer>(
  "POST",
  "/blog/v1/likes/query",
  { readOnly: true },
);

import type { Conversion } from "../../wire/conversion-rules.ts";
import type { PagingMetadata, WireQuery } from "../../wire/query.ts";

/** Source: transforms.json, blog_likes. */
export const oneLike: Conversion = { response: { timestamp: ["like.createdDate"] } };
export const queryLikes: Conversion = { response: { timestamp: ["likes.createdDate"] } };

/** Only posts can be liked. */
export const likedFqdn = "wix.blog.v3.post";

/** Source: entities.md, Like. */
export interface Like {
  id: string;
  fqdn: string;
  /** The post. */
  entityId: string;
  /** ISO 8601, UTC. */
  createdDate: string;
  /** Absent when a visitor likes it. */
  memberId?: string;
}

export type CreateLikeRequest = { body: { like: { fqdn: string; entityId: string } } };
export type LikeByIdRequest = { params: { likeId: string } };
export type LikeByEntityRequest = { params: { fqdn: string; entityId: string } };
export type QueryLikesRequest = { body: { query?: WireQuery } };

export interface QueryLikesResponse {
  likes: Like[];
  pagingMetadata: PagingMetadata;
}

import * as endpoints from "@porchlight/contract/blog/reactions/endpoints";
import type { Like as WireLike } from "@porchlight/contract/blog/reactions/like";
import * as conversions from "@porchlight/contract/blog/reactions/like";
import type { PagingMetadata, WireQuery } from "@porchlight/contract/wire/query";
import { cursorQuery, isQueryObject, type SendQuery, wireQuery } from "../query/query-builder.ts";
import type { CursorQuery, TypedQuery } from "../query/query-types.ts";
import type { CallOptions, Transport } from "../transport.ts";

/** A like of a member or visitor. */
export type Like = Omit<WireLike, "id" | "createdDate"> & { _id: string; _createdDate: Date };

/** The liked entity: `fqdn` is `wix.blog.v3.post`, `entityId` the post's id. */
export interface LikedEntity {
  fqdn: string;
  entityId: string;
}

/** Source: entities.md, Like. */
export interface LikeQueryFields {
  _id: string;
  _createdDate: Date;
  entityId: string;
  fqdn: string;
  memberId: string;
}

type QueriedLikes = Promise<{ likes: Like[]; pagingMetadata: PagingMetadata }>;

interface QueryLikesCall {
  /** Creates a query builder for own likes; `find()` sends the query. Default order: newest first. */
  (): CursorQuery<Like, LikeQueryFields>;
  /** Reads a page of own likes. @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`. */
  (query: TypedQuery<LikeQueryFields>, options?: object, call?: CallOptions): QueriedLikes;
}

/** Likes of this client's member or visitor. Source: wire.md, Likes. */
export function likes(transport: Transport) {
  const calls = likeCalls(transport);
  const sendQuery = ((body, call) =>
    transport.send(endpoints.queryLikes, { body }, { ...call, conversion: conversions.queryLikes })) as SendQuery;
  const queryLikes = ((first?: object, options?: object, call?: CallOptions) =>
    isQueryObject(first)
      ? calls.queryLikes(first as TypedQuery<LikeQueryFields>, options, call)
      : cursorQuery(sendQuery, "likes")) as QueryLikesCall;
  return { ...calls, queryLikes };
}

/** The calls of {@link likes} without the query builder, for smaller bundles. */
export function likeCalls(transport: Transport) {
  return {
    /** Likes a post; idempotent. @throws {PorchlightError} `POST_NOT_FOUND`. */
    async createLike({ like }: { like: LikedEntity }, call?: CallOptions): Promise<Like> {
      const { fqdn, entityId } = like;
      const request = { body: { like: { fqdn, entityId } } };
      const conversion = conversions.oneLike;
      const response = await transport.send(endpoints.createLike, request, { ...call, conversion });
      return (response as unknown as { like: Like }).like;
    },

    /** Gets an own like. @throws {PorchlightError} `LIKE_NOT_FOUND`. */
    async getLike(likeId: string, call?: CallOptions): Promise<Like> {
      const conversion = conversions.oneLike;
      const response = await transport.send(endpoints.getLike, { params: { likeId } }, { ...call, conversion });
      return (response as unknown as { like: Like }).like;
    },

    /** Deletes an own like. @throws {PorchlightError} `LIKE_NOT_FOUND`. */
    async deleteLike(likeId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteLike, { params: { likeId } }, { ...call });
    },

    /** Deletes the own like of a post; idempotent. */
    async deleteLikeByFqdnAndEntityId({ fqdn, entityId }: LikedEntity, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteLikeByFqdnAndEntityId, { params: { fqdn, entityId } }, { ...call });
    },

    /** Reads a page of own likes. @throws {PorchlightError} `INVALID_ARGUMENT`, `CURSOR_INVALID`. */
    queryLikes(query: TypedQuery<LikeQueryFields>, options?: object, call?: CallOptions): QueriedLikes {
      const request = { body: { ...options, query: wireQuery(query as WireQuery) } };
      const conversion = conversions.queryLikes;
      return transport.send(endpoints.queryLikes, request, { ...call, conversion }) as QueriedLikes;
    },
  };
}

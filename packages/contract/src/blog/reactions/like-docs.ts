import type { EndpointDocs } from "../../endpoint-docs.ts";
import { likedFqdn } from "./like.ts";
import { deleteLikeByEntityResponse, likeResponse, queryLikesResponse } from "./like-schema.ts";

const entityId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const likeId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2c";

export const likeDocs = {
  createLike: {
    summary: "Like a post",
    description:
      "For members and visitors. A post that is liked already stays so, and the like that is there is answered.",
    response: { description: "The like.", schema: likeResponse },
    errors: ["POST_NOT_FOUND", "NOT_ALLOWED"],
    example: { body: { like: { fqdn: likedFqdn, entityId } } },
  },
  getLike: {
    summary: "Read a like",
    description: "One's own; with an API key of an editor, anyone's.",
    response: { description: "The like.", schema: likeResponse },
    errors: ["LIKE_NOT_FOUND"],
    example: { params: { likeId } },
  },
  deleteLike: {
    summary: "Take a like back",
    description: "One's own.",
    response: { description: "The like that is gone.", schema: likeResponse },
    errors: ["LIKE_NOT_FOUND"],
    example: { params: { likeId } },
  },
  deleteLikeByFqdnAndEntityId: {
    summary: "Take the like of a post back",
    description: "One's own. A post that was not liked stays so.",
    response: { description: "The like that is gone.", schema: deleteLikeByEntityResponse },
    errors: ["NOT_ALLOWED"],
    example: { params: { fqdn: likedFqdn, entityId } },
  },
  queryLikes: {
    summary: "Query likes",
    description: "One's own, the newest first unless another order is given; with an API key of an editor, everyone's.",
    response: { description: "One page of likes, and cursors to the pages around it.", schema: queryLikesResponse },
    errors: ["CURSOR_INVALID"],
    example: { body: { query: { filter: { entityId }, cursorPaging: { limit: 1 } } } },
  },
} as const satisfies Record<string, EndpointDocs>;

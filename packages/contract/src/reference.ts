import * as captcha from "./auth/captcha-endpoints.ts";
import * as auth from "./auth/endpoints.ts";
import * as passkeys from "./auth/passkey-endpoints.ts";
import { authReferences } from "./auth/reference.ts";
import * as securityEvents from "./auth/security-event-endpoints.ts";
import * as discovery from "./blog/discovery-endpoints.ts";
import { discoveryReferences } from "./blog/discovery-reference.ts";
import * as drafts from "./blog/draft-endpoints.ts";
import { draftReferences } from "./blog/draft-reference.ts";
import * as blog from "./blog/endpoints.ts";
import * as imports from "./blog/import-endpoints.ts";
import { importReferences } from "./blog/import-reference.ts";
import * as likes from "./blog/like-endpoints.ts";
import { likeReferences } from "./blog/like-reference.ts";
import * as polls from "./blog/poll-endpoints.ts";
import { pollReferences } from "./blog/poll-reference.ts";
import * as postLife from "./blog/post-life-endpoints.ts";
import { postLifeReferences } from "./blog/post-life-reference.ts";
import * as ratings from "./blog/rating-endpoints.ts";
import { ratingReferences } from "./blog/rating-reference.ts";
import { blogReferences } from "./blog/reference.ts";
import * as taxonomy from "./blog/taxonomy-endpoints.ts";
import { taxonomyReferences } from "./blog/taxonomy-reference.ts";
import * as collections from "./data/collection-endpoints.ts";
import { collectionReferences } from "./data/collection-reference.ts";
import * as indexes from "./data/data-index-endpoints.ts";
import { dataIndexReferences } from "./data/data-index-reference.ts";
import * as hooks from "./data/hook-endpoints.ts";
import { hookReferences } from "./data/hook-reference.ts";
import * as items from "./data/item-endpoints.ts";
import { itemReferences } from "./data/item-reference.ts";
import * as live from "./data/live-endpoints.ts";
import * as plugins from "./data/plugin-endpoints.ts";
import { pluginReferences } from "./data/plugin-reference.ts";
import * as transfers from "./data/transfer-endpoints.ts";
import { transferReferences } from "./data/transfer-reference.ts";
import * as collectionViews from "./data/view-endpoints.ts";
import type { AreaReference } from "./endpoint-reference.ts";
import * as media from "./media/endpoints.ts";
import { mediaReferences } from "./media/reference.ts";
import * as members from "./members/endpoints.ts";
import { membersReferences } from "./members/reference.ts";
import * as redirects from "./redirects/endpoints.ts";
import { redirectsReferences } from "./redirects/reference.ts";

/** Every area of the contract, in the order in which a newcomer meets them. */
export const areaReferences: readonly AreaReference[] = [
  {
    name: "auth",
    title: "Sign-in and tokens",
    description: "From a visitor's first token to a signed-in member, and the verification of e-mails on the way.",
    endpoints: { ...auth, ...captcha, ...passkeys, ...securityEvents },
    references: authReferences,
  },
  {
    name: "redirects",
    title: "Redirect sessions",
    description: "Flows that leave the page: an answer says where the browser goes.",
    endpoints: redirects,
    references: redirectsReferences,
  },
  {
    name: "members",
    title: "Members",
    description: "Who is signed in, what they tell of themselves, and who may not come in.",
    endpoints: members,
    references: membersReferences,
  },
  {
    name: "blog",
    title: "Blog",
    description:
      "Posts, categories and tags. Everybody who has a token sees the same: what is published. The owner's programs write.",
    endpoints: {
      ...blog,
      ...discovery,
      ...likes,
      ...polls,
      ...ratings,
      ...drafts,
      ...postLife,
      ...taxonomy,
      ...imports,
    },
    references: {
      ...blogReferences,
      ...discoveryReferences,
      ...likeReferences,
      ...pollReferences,
      ...ratingReferences,
      ...draftReferences,
      ...postLifeReferences,
      ...taxonomyReferences,
      ...importReferences,
    },
  },
  {
    name: "data",
    title: "Data",
    description:
      "Collections of the site's own items: what they hold, who may do what with them, and every way to ask.",
    endpoints: {
      ...collections,
      ...collectionViews,
      ...plugins,
      ...items,
      ...hooks,
      ...live,
      ...indexes,
      ...transfers,
    },
    references: {
      ...collectionReferences,
      ...pluginReferences,
      ...itemReferences,
      ...hookReferences,
      ...dataIndexReferences,
      ...transferReferences,
    },
  },
  {
    name: "media",
    title: "Media",
    description: "Pictures, films, sounds and documents for posts.",
    endpoints: media,
    references: mediaReferences,
  },
];

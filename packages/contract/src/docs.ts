import * as captcha from "./auth/captcha/endpoints.ts";
import * as auth from "./auth/endpoints.ts";
import * as passkeys from "./auth/passkeys/endpoints.ts";
import { authReferences } from "./auth/docs.ts";
import * as securityEvents from "./auth/account/security-event-endpoints.ts";
import * as discovery from "./blog/discovery/endpoints.ts";
import { discoveryReferences } from "./blog/discovery/docs.ts";
import * as drafts from "./blog/drafts/endpoints.ts";
import { draftReferences } from "./blog/drafts/docs.ts";
import * as blog from "./blog/posts/endpoints.ts";
import * as imports from "./blog/imports/endpoints.ts";
import { importReferences } from "./blog/imports/docs.ts";
import * as likes from "./blog/reactions/like-endpoints.ts";
import { likeReferences } from "./blog/reactions/like-docs.ts";
import * as polls from "./blog/reactions/poll-endpoints.ts";
import { pollReferences } from "./blog/reactions/poll-docs.ts";
import * as postLife from "./blog/revisions/endpoints.ts";
import { postLifeReferences } from "./blog/revisions/docs.ts";
import * as ratings from "./blog/reactions/rating-endpoints.ts";
import { ratingReferences } from "./blog/reactions/rating-docs.ts";
import { blogReferences } from "./blog/posts/docs.ts";
import * as taxonomy from "./blog/taxonomy/endpoints.ts";
import { taxonomyReferences } from "./blog/taxonomy/docs.ts";
import * as collections from "./data/collections/endpoints.ts";
import { collectionReferences } from "./data/collections/docs.ts";
import * as indexes from "./data/indexes/endpoints.ts";
import { dataIndexReferences } from "./data/indexes/docs.ts";
import * as hooks from "./data/hooks/endpoints.ts";
import { hookReferences } from "./data/hooks/docs.ts";
import * as items from "./data/items/endpoints.ts";
import { itemReferences } from "./data/items/docs.ts";
import * as live from "./data/items/live-endpoints.ts";
import * as plugins from "./data/collections/plugin-endpoints.ts";
import { pluginReferences } from "./data/collections/plugin-docs.ts";
import * as transfers from "./data/import-export/endpoints.ts";
import { transferReferences } from "./data/import-export/docs.ts";
import * as collectionViews from "./data/collections/view-endpoints.ts";
import type { AreaReference } from "./endpoint-docs.ts";
import * as media from "./media/endpoints.ts";
import { mediaReferences } from "./media/docs.ts";
import * as members from "./members/endpoints.ts";
import { membersReferences } from "./members/docs.ts";
import * as redirects from "./redirects/endpoints.ts";
import { redirectsReferences } from "./redirects/docs.ts";

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

import * as securityEvents from "./auth/account/security-event-endpoints.ts";
import * as captcha from "./auth/captcha/endpoints.ts";
import { authDocs } from "./auth/docs.ts";
import * as auth from "./auth/endpoints.ts";
import * as passkeys from "./auth/passkeys/endpoints.ts";
import { commentDocs } from "./blog/comments/docs.ts";
import * as comments from "./blog/comments/endpoints.ts";
import { discoveryDocs } from "./blog/discovery/docs.ts";
import * as discovery from "./blog/discovery/endpoints.ts";
import { draftDocs } from "./blog/drafts/docs.ts";
import * as drafts from "./blog/drafts/endpoints.ts";
import { importDocs } from "./blog/imports/docs.ts";
import * as imports from "./blog/imports/endpoints.ts";
import { newsletterDocs } from "./blog/newsletter/docs.ts";
import * as newsletter from "./blog/newsletter/endpoints.ts";
import { postDocs } from "./blog/posts/docs.ts";
import * as blog from "./blog/posts/endpoints.ts";
import { likeDocs, pollDocs, ratingDocs } from "./blog/reactions/docs.ts";
import * as reactions from "./blog/reactions/endpoints.ts";
import { revisionDocs } from "./blog/revisions/docs.ts";
import * as revisions from "./blog/revisions/endpoints.ts";
import { taxonomyDocs } from "./blog/taxonomy/docs.ts";
import * as taxonomy from "./blog/taxonomy/endpoints.ts";
import { collectionDocs } from "./data/collections/docs.ts";
import * as collections from "./data/collections/endpoints.ts";
import { pluginDocs } from "./data/collections/plugin-docs.ts";
import * as plugins from "./data/collections/plugin-endpoints.ts";
import * as collectionViews from "./data/collections/view-endpoints.ts";
import { hookDocs } from "./data/hooks/docs.ts";
import * as hooks from "./data/hooks/endpoints.ts";
import { dataJobDocs } from "./data/import-export/docs.ts";
import * as dataJobs from "./data/import-export/endpoints.ts";
import { indexDocs } from "./data/indexes/docs.ts";
import * as indexes from "./data/indexes/endpoints.ts";
import { itemDocs } from "./data/items/docs.ts";
import * as items from "./data/items/endpoints.ts";
import * as live from "./data/items/live-endpoints.ts";
import { type AreaDocs, defineArea } from "./endpoint-docs.ts";
import { formDocs } from "./forms/docs.ts";
import * as forms from "./forms/endpoints.ts";
import { submissionDocs } from "./forms/submission-docs.ts";
import * as submissions from "./forms/submission-endpoints.ts";
import { mediaDocs } from "./media/docs.ts";
import * as media from "./media/endpoints.ts";
import { memberAccountDocs } from "./members/accounts/docs.ts";
import * as memberAccounts from "./members/accounts/endpoints.ts";
import { memberAdministrationDocs } from "./members/administration/docs.ts";
import * as memberAdministration from "./members/administration/endpoints.ts";
import { badgeDocs } from "./members/badges/docs.ts";
import * as memberBadges from "./members/badges/endpoints.ts";
import { memberCommunityDocs } from "./members/community/docs.ts";
import * as memberCommunity from "./members/community/endpoints.ts";
import { customFieldDocs } from "./members/custom-fields/docs.ts";
import * as customFields from "./members/custom-fields/endpoints.ts";
import { memberDocs } from "./members/docs.ts";
import * as members from "./members/endpoints.ts";
import { followerDocs } from "./members/followers/docs.ts";
import * as memberFollowers from "./members/followers/endpoints.ts";
import { redirectDocs } from "./redirects/docs.ts";
import * as redirects from "./redirects/endpoints.ts";
import { siteDocs } from "./site/docs.ts";
import * as site from "./site/endpoints.ts";
import { mailDocs } from "./site/mail/docs.ts";
import * as mail from "./site/mail/endpoints.ts";
import { pageDocs } from "./site/pages/docs.ts";
import * as pages from "./site/pages/endpoints.ts";
import { siteRedirectDocs } from "./site/redirects/docs.ts";
import * as siteRedirects from "./site/redirects/endpoints.ts";
import { staffDocs } from "./staff/docs.ts";
import * as staff from "./staff/endpoints.ts";
import { statisticsDocs } from "./statistics/docs.ts";
import * as statistics from "./statistics/endpoints.ts";
import { webhookDocs } from "./webhooks/docs.ts";
import * as webhooks from "./webhooks/endpoints.ts";

/** Drafts of the blog have a call of the same name. */
const { restoreFromTrashBin: restoreFormFromTrashBin, ...formCalls } = forms;

/** All areas of the contract, in reading order. */
export const areaDocs: readonly AreaDocs[] = [
  defineArea({
    name: "auth",
    title: "Sign-in and tokens",
    description: "Tokens of visitors and members, sign-up, sign-in, email verification, recovery and MFA.",
    endpoints: { ...auth, ...captcha, ...passkeys, ...securityEvents },
    docs: authDocs,
  }),
  defineArea({
    name: "redirects",
    title: "Redirect sessions",
    description: "Flows that redirect the browser: sign-in, sign-out and checkouts.",
    endpoints: redirects,
    docs: redirectDocs,
  }),
  defineArea({
    name: "members",
    title: "Members",
    description: "The signed-in member, member profiles, and administration of members.",
    endpoints: {
      ...members,
      ...memberAdministration,
      ...memberAccounts,
      ...memberCommunity,
      ...customFields,
      ...memberFollowers,
      ...memberBadges,
    },
    docs: {
      ...memberDocs,
      ...memberAdministrationDocs,
      ...memberAccountDocs,
      ...memberCommunityDocs,
      ...customFieldDocs,
      ...followerDocs,
      ...badgeDocs,
    },
  }),
  defineArea({
    name: "blog",
    title: "Blog",
    description: "Posts, categories and tags. All callers read published posts; programs of the owner write.",
    endpoints: {
      ...blog,
      ...discovery,
      ...reactions,
      ...comments,
      ...newsletter,
      ...drafts,
      ...revisions,
      ...taxonomy,
      ...imports,
    },
    docs: {
      ...postDocs,
      ...discoveryDocs,
      ...likeDocs,
      ...pollDocs,
      ...ratingDocs,
      ...commentDocs,
      ...newsletterDocs,
      ...draftDocs,
      ...revisionDocs,
      ...taxonomyDocs,
      ...importDocs,
    },
  }),
  defineArea({
    name: "data",
    title: "Data",
    description: "Collections of the site's own items: definitions, permissions, queries and writes.",
    endpoints: {
      ...collections,
      ...collectionViews,
      ...plugins,
      ...items,
      ...hooks,
      ...live,
      ...indexes,
      ...dataJobs,
    },
    docs: {
      ...collectionDocs,
      ...pluginDocs,
      ...itemDocs,
      ...hookDocs,
      ...indexDocs,
      ...dataJobDocs,
    },
  }),
  defineArea({
    name: "forms",
    title: "Forms",
    description: "Definitions of forms and what visitors and members submit.",
    endpoints: { ...formCalls, restoreFormFromTrashBin, ...submissions },
    docs: { ...formDocs, ...submissionDocs },
  }),
  defineArea({
    name: "media",
    title: "Media",
    description: "Images, videos, audio and documents for posts.",
    endpoints: media,
    docs: mediaDocs,
  }),
  defineArea({
    name: "staff",
    title: "Staff",
    description: "Accounts of the people who manage the site in the console.",
    endpoints: staff,
    docs: staffDocs,
  }),
  defineArea({
    name: "statistics",
    title: "Statistics",
    description: "Figures for the home page of the console.",
    endpoints: statistics,
    docs: statisticsDocs,
  }),
  defineArea({
    name: "site",
    title: "Site",
    description: "Pages, redirects, settings and operation of the site.",
    endpoints: { ...site, ...mail, ...pages, ...siteRedirects },
    docs: { ...siteDocs, ...mailDocs, ...pageDocs, ...siteRedirectDocs },
  }),
  defineArea({
    name: "webhooks",
    title: "Webhooks",
    description: "Addresses that the server sends events to, for the role owner.",
    endpoints: webhooks,
    docs: webhookDocs,
  }),
];

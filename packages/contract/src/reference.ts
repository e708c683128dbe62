import * as auth from "./auth/endpoints.ts";
import { authReferences } from "./auth/reference.ts";
import * as blog from "./blog/endpoints.ts";
import { blogReferences } from "./blog/reference.ts";
import type { AreaReference } from "./endpoint-reference.ts";
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
    endpoints: auth,
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
    description: "Who is signed in, and what they are called.",
    endpoints: members,
    references: membersReferences,
  },
  {
    name: "blog",
    title: "Blog",
    description: "Posts, categories and tags. Everybody who has a token sees the same: what is published.",
    endpoints: blog,
    references: blogReferences,
  },
];

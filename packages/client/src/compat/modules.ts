import type { WireQuery } from "@porchlight/contract/wire/query";
import type * as auth from "../auth/index.ts";
import { factors } from "../auth/mfa/factors.ts";
import { apiKeyAuthentication } from "../auth/sign-on.ts";
import * as blog from "../blog/index.ts";
import * as data from "../data/index.ts";
import * as formModule from "../forms/index.ts";
import * as memberModule from "../members/index.ts";
import * as redirectModule from "../redirects/index.ts";
import type { Transport } from "../transport.ts";

/** Modules with the types that the platform's packages declare in them: `posts.Post`. */

export const posts = blog.posts;
export declare namespace posts {
  export type Post = blog.Post;
}

/** Categories of the blog. */
export const categories = blog.categories;
export declare namespace categories {
  export type Category = blog.Category;
}

/** Tags of the blog. */
export const tags = blog.tags;
export declare namespace tags {
  export type BlogTag = blog.Tag;
}

/** Members of the site. */
export const members = memberModule.members;
export declare namespace members {
  export type Member = memberModule.Member;
}

/** Texts about members. */
export const membersAbout = memberModule.memberAbouts;
export declare namespace membersAbout {
  export type MemberAbout = memberModule.MemberAbout;
}

/** Custom fields of members. */
export const customFields = (transport: Transport) => {
  const calls = memberModule.customFields(transport);
  return {
    ...calls,
    /** Gets a field. */
    getCustomField: async (_id: string) => ({ field: await calls.getCustomField(_id) }),
    /** Hides a field; members' values stay. */
    hideCustomField: async (_id: string, _revision?: string): Promise<void> => {
      await calls.hideCustomField(_id);
    },
    /** Deletes a field; members' values stay. */
    deleteCustomField: async (_id: string, _revision?: string): Promise<void> => {
      await calls.deleteCustomField(_id);
    },
  };
};
export declare namespace customFields {
  export type CustomField = memberModule.MemberCustomField;
}

/** Blocks between members. */
export const memberToMemberBlock = memberModule.memberBlocks;

/** Badges of members. */
export const badges = memberModule.badges;
export declare namespace badges {
  export type Badge = memberModule.MemberBadge;
}

/** Followers of members. */
export const memberFollowers = memberModule.memberFollowers;

/** Privacy of the profiles of new members. */
export const defaultPrivacy = (transport: Transport) => {
  const { getDefaultPrivacyStatus, setDefaultPrivacyStatus } = memberModule.memberPrivacy(transport);
  return { getDefaultPrivacyStatus, setDefaultPrivacyStatus };
};

/** Who sees the member directory. */
export const memberPrivacySettings = (transport: Transport) => {
  const { getMemberPrivacySettings, setMemberPrivacySettings } = memberModule.memberPrivacy(transport);
  return { getMemberPrivacySettings, setMemberPrivacySettings };
};
export declare namespace memberPrivacySettings {
  export type MemberPrivacySettings = memberModule.MemberPrivacySettings;
}

/** Definitions of forms. */
export const forms = (transport: Transport) => {
  const calls = formModule.forms(transport);
  return {
    ...calls,
    /** Sends a query of the trash bin and reads a page. */
    queryDeletedForms: ({ query = {}, ...options }: { query?: WireQuery; namespace?: string } = {}) =>
      calls.queryDeletedForms(query as never, options),
  };
};
export declare namespace forms {
  export type Form = formModule.Form;
  export type FormField = formModule.FormField;
}

/** Submissions of forms. */
export const submissions = formModule.submissions;
export declare namespace submissions {
  export type FormSubmission = formModule.FormSubmission;
}

/** Collections of the site's data. */
export const collections = data.collections;
export declare namespace collections {
  export type DataCollection = data.DataCollection;
}

/** Drafts of posts. */
export const draftPosts = blog.draftPosts;
export declare namespace draftPosts {
  export type DraftPost = blog.DraftPost;
}

/** Likes of posts. */
export const likes = blog.likes;
export declare namespace likes {
  export type Like = blog.Like;
}

/** Redirects to hosted pages. */
export const redirects = redirectModule.redirects;
export declare namespace redirects {
  export type RedirectSession = redirectModule.RedirectSession;
}

/** The calls of the platform's `authentication`, with `signOn` and the verification of a second factor. */
export const authentication = (transport: Transport) => ({
  ...apiKeyAuthentication(transport),
  verify: factors(transport).verify,
});
export declare namespace authentication {
  export type IdentityProfile = auth.IdentityProfile;
}

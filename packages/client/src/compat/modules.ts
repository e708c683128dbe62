import type { EnumerationValue } from "@porchlight/contract/platform-enumerations";
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
import { withEnumerations } from "./with-enumerations.ts";

/** Modules with the types that the platform's packages declare in them: `posts.Post`. */

export const posts = /* @__PURE__ */ withEnumerations("posts", blog.posts);
export declare namespace posts {
  export type Post = blog.Post;
  export type GetPostsSort = EnumerationValue<"posts", "GetPostsSort">;
  export type Field = EnumerationValue<"posts", "Field">;
  export type Order = EnumerationValue<"posts", "Order">;
  export type Status = EnumerationValue<"posts", "Status">;
  export type Origin = EnumerationValue<"posts", "Origin">;
  export type PostFieldField = EnumerationValue<"posts", "PostFieldField">;
  export type SortOrder = EnumerationValue<"posts", "SortOrder">;
  export type Target = EnumerationValue<"posts", "Target">;
  export type Position = EnumerationValue<"posts", "Position">;
  export type BannerPosition = EnumerationValue<"posts", "BannerPosition">;
}

/** Categories of the blog. */
export const categories = /* @__PURE__ */ withEnumerations("categories", blog.categories);
export declare namespace categories {
  export type Category = blog.Category;
  export type Field = EnumerationValue<"categories", "Field">;
  export type SortOrder = EnumerationValue<"categories", "SortOrder">;
}

/** Tags of the blog. */
export const tags = /* @__PURE__ */ withEnumerations("tags", blog.tags);
export declare namespace tags {
  export type BlogTag = blog.Tag;
  export type Field = EnumerationValue<"tags", "Field">;
  export type SortOrder = EnumerationValue<"tags", "SortOrder">;
}

/** Members of the site. */
export const members = /* @__PURE__ */ withEnumerations("members", memberModule.members);
export declare namespace members {
  export type Member = memberModule.Member;
  export type Status = EnumerationValue<"members", "Status">;
  export type PrivacyStatusStatus = EnumerationValue<"members", "PrivacyStatusStatus">;
  export type ActivityStatusStatus = EnumerationValue<"members", "ActivityStatusStatus">;
  export type Set = EnumerationValue<"members", "Set">;
  export type SortOrder = EnumerationValue<"members", "SortOrder">;
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

/** Members who block each other. */
export const memberToMemberBlock = memberModule.memberBlocks;

/** Badges of members. */
export const badges = memberModule.badges;
export declare namespace badges {
  export type Badge = memberModule.MemberBadge;
}

/** Members who follow each other. */
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
export const forms = /* @__PURE__ */ withEnumerations("forms", (transport: Transport) => {
  const calls = formModule.forms(transport);
  return {
    ...calls,
    /** Sends a query of the trash bin and reads a page. */
    queryDeletedForms: ({ query = {}, ...options }: { query?: WireQuery; namespace?: string } = {}) =>
      calls.queryDeletedForms(query as never, options),
  };
});
export declare namespace forms {
  export type Form = formModule.Form;
  export type FormField = formModule.FormField;
  export type Layout = EnumerationValue<"forms", "Layout">;
  export type Tag = EnumerationValue<"forms", "Tag">;
  export type Source = EnumerationValue<"forms", "Source">;
  export type SpamFilterProtectionLevel = EnumerationValue<"forms", "SpamFilterProtectionLevel">;
  export type Type = EnumerationValue<"forms", "Type">;
  export type Position = EnumerationValue<"forms", "Position">;
  export type ContactAutofill = EnumerationValue<"forms", "ContactAutofill">;
  export type SubmissionAccess = EnumerationValue<"forms", "SubmissionAccess">;
  export type ListFormsRequestListFormsOrder = EnumerationValue<"forms", "ListFormsRequestListFormsOrder">;
  export type Fieldset = EnumerationValue<"forms", "Fieldset">;
  export type FieldType = EnumerationValue<"forms", "FieldType">;
  export type RequiredIndicator = EnumerationValue<"forms", "RequiredIndicator">;
  export type RequiredIndicatorPlacement = EnumerationValue<"forms", "RequiredIndicatorPlacement">;
  export type SubmitSuccessAction = EnumerationValue<"forms", "SubmitSuccessAction">;
  export type ResultsDisplay = EnumerationValue<"forms", "ResultsDisplay">;
  export type FilterType = EnumerationValue<"forms", "FilterType">;
  export type FieldInputType = EnumerationValue<"forms", "FieldInputType">;
  export type InputType = EnumerationValue<"forms", "InputType">;
  export type DisplayFieldType = EnumerationValue<"forms", "DisplayFieldType">;
  export type Operator = EnumerationValue<"forms", "Operator">;
  export type OverrideEntityType = EnumerationValue<"forms", "OverrideEntityType">;
  export type Format = EnumerationValue<"forms", "Format">;
  export type Target = EnumerationValue<"forms", "Target">;
  export type OverrideEntityTypeEnumOverrideEntityType = EnumerationValue<
    "forms",
    "OverrideEntityTypeEnumOverrideEntityType"
  >;
  export type SortOrder = EnumerationValue<"forms", "SortOrder">;
  export type WixFileComponentType = EnumerationValue<"forms", "WixFileComponentType">;
  export type PaymentComponentType = EnumerationValue<"forms", "PaymentComponentType">;
  export type SchedulingComponentType = EnumerationValue<"forms", "SchedulingComponentType">;
  export type ComponentType = EnumerationValue<"forms", "ComponentType">;
  export type ContactField = EnumerationValue<"forms", "ContactField">;
  export type Width = EnumerationValue<"forms", "Width">;
  export type StringTypeFormatEnumFormat = EnumerationValue<"forms", "StringTypeFormatEnumFormat">;
  export type ValidationFormat = EnumerationValue<"forms", "ValidationFormat">;
  export type ChangeableProperty = EnumerationValue<"forms", "ChangeableProperty">;
  export type UploadFileFormat = EnumerationValue<"forms", "UploadFileFormat">;
  export type ImageFit = EnumerationValue<"forms", "ImageFit">;
  export type NumberOfColumns = EnumerationValue<"forms", "NumberOfColumns">;
  export type EmailInfoTag = EnumerationValue<"forms", "EmailInfoTag">;
  export type PhoneInfoTag = EnumerationValue<"forms", "PhoneInfoTag">;
  export type ConfirmationLevel = EnumerationValue<"forms", "ConfirmationLevel">;
  export type SubscriptionChannel = EnumerationValue<"forms", "SubscriptionChannel">;
  export type LinkTarget = EnumerationValue<"forms", "LinkTarget">;
  export type ImagePosition = EnumerationValue<"forms", "ImagePosition">;
  export type Alignment = EnumerationValue<"forms", "Alignment">;
  export type ProductType = EnumerationValue<"forms", "ProductType">;
  export type PriceType = EnumerationValue<"forms", "PriceType">;
  export type DayOfWeek = EnumerationValue<"forms", "DayOfWeek">;
}

/** Submissions of forms. */
export const submissions = /* @__PURE__ */ withEnumerations("submissions", formModule.submissions);
export declare namespace submissions {
  export type FormSubmission = formModule.FormSubmission;
  export type SubmissionStatus = EnumerationValue<"submissions", "SubmissionStatus">;
  export type Status = EnumerationValue<"submissions", "Status">;
  export type Tag = EnumerationValue<"submissions", "Tag">;
  export type Format = EnumerationValue<"submissions", "Format">;
  export type SortOrder = EnumerationValue<"submissions", "SortOrder">;
  export type Mode = EnumerationValue<"submissions", "Mode">;
  export type Type = EnumerationValue<"submissions", "Type">;
  export type StringTypeFormatEnumFormat = EnumerationValue<"submissions", "StringTypeFormatEnumFormat">;
  export type ValidationFormat = EnumerationValue<"submissions", "ValidationFormat">;
  export type SubmissionErrorType = EnumerationValue<"submissions", "SubmissionErrorType">;
  export type LinkTarget = EnumerationValue<"submissions", "LinkTarget">;
  export type PaymentComponentType = EnumerationValue<"submissions", "PaymentComponentType">;
  export type DayOfWeek = EnumerationValue<"submissions", "DayOfWeek">;
  export type ImageFit = EnumerationValue<"submissions", "ImageFit">;
  export type NumberOfColumns = EnumerationValue<"submissions", "NumberOfColumns">;
  export type ProductType = EnumerationValue<"submissions", "ProductType">;
  export type PriceType = EnumerationValue<"submissions", "PriceType">;
  export type ImagePosition = EnumerationValue<"submissions", "ImagePosition">;
  export type Alignment = EnumerationValue<"submissions", "Alignment">;
  export type ComponentType = EnumerationValue<"submissions", "ComponentType">;
  export type SchedulingComponentType = EnumerationValue<"submissions", "SchedulingComponentType">;
}

/** Collections of the site's data. */
export const collections = /* @__PURE__ */ withEnumerations("collections", data.collections);
export declare namespace collections {
  export type DataCollection = data.DataCollection;
  export type CollectionType = EnumerationValue<"collections", "CollectionType">;
  export type Role = EnumerationValue<"collections", "Role">;
  export type PagingMode = EnumerationValue<"collections", "PagingMode">;
  export type Direction = EnumerationValue<"collections", "Direction">;
  export type Type = EnumerationValue<"collections", "Type">;
  export type DataOperation = EnumerationValue<"collections", "DataOperation">;
  export type CollectionOperation = EnumerationValue<"collections", "CollectionOperation">;
  export type PluginType = EnumerationValue<"collections", "PluginType">;
  export type SortOrder = EnumerationValue<"collections", "SortOrder">;
  export type QueryOperator = EnumerationValue<"collections", "QueryOperator">;
  export type FieldPluginType = EnumerationValue<"collections", "FieldPluginType">;
  export type Permission = EnumerationValue<"collections", "Permission">;
  export type Status = EnumerationValue<"collections", "Status">;
  export type Format = EnumerationValue<"collections", "Format">;
}

/** Drafts of posts. */
export const draftPosts = /* @__PURE__ */ withEnumerations("draftPosts", blog.draftPosts);
export declare namespace draftPosts {
  export type DraftPost = blog.DraftPost;
  export type Status = EnumerationValue<"draftPosts", "Status">;
  export type Action = EnumerationValue<"draftPosts", "Action">;
  export type Field = EnumerationValue<"draftPosts", "Field">;
  export type GetDraftPostsSort = EnumerationValue<"draftPosts", "GetDraftPostsSort">;
  export type Origin = EnumerationValue<"draftPosts", "Origin">;
  export type ModerationStatusStatus = EnumerationValue<"draftPosts", "ModerationStatusStatus">;
  export type SortOrder = EnumerationValue<"draftPosts", "SortOrder">;
  export type Target = EnumerationValue<"draftPosts", "Target">;
}

/** Likes of posts. */
export const likes = /* @__PURE__ */ withEnumerations("likes", blog.likes);
export declare namespace likes {
  export type Like = blog.Like;
  export type SortOrder = EnumerationValue<"likes", "SortOrder">;
}

/** Redirects to hosted pages. */
export const redirects = /* @__PURE__ */ withEnumerations("redirects", redirectModule.redirects);
export declare namespace redirects {
  export type RedirectSession = redirectModule.RedirectSession;
  export type CallbackType = EnumerationValue<"redirects", "CallbackType">;
  export type Prompt = EnumerationValue<"redirects", "Prompt">;
  export type LocationType = EnumerationValue<"redirects", "LocationType">;
}

/** The calls of the platform's `authentication`, with `signOn` and the verification of a second factor. */
export const authentication = /* @__PURE__ */ withEnumerations("authentication", (transport: Transport) => ({
  ...apiKeyAuthentication(transport),
  verify: factors(transport).verify,
}));
export declare namespace authentication {
  export type IdentityProfile = auth.IdentityProfile;
  export type StateType = EnumerationValue<"authentication", "StateType">;
  export type FactorType = EnumerationValue<"authentication", "FactorType">;
  export type PrivacyStatus = EnumerationValue<"authentication", "PrivacyStatus">;
  export type StatusName = EnumerationValue<"authentication", "StatusName">;
  export type V1Reason = EnumerationValue<"authentication", "V1Reason">;
  export type Status = EnumerationValue<"authentication", "Status">;
  export type Reason = EnumerationValue<"authentication", "Reason">;
  export type DeliveryMethod = EnumerationValue<"authentication", "DeliveryMethod">;
  export type EmailTag = EnumerationValue<"authentication", "EmailTag">;
  export type PhoneTag = EnumerationValue<"authentication", "PhoneTag">;
  export type AddressTag = EnumerationValue<"authentication", "AddressTag">;
}

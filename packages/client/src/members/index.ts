export {
  type AccountSummary,
  account,
  type EmailChange,
  type MemberAddress,
  type MemberDetails,
} from "./account.ts";
export type { BulkDeletedMembers, MemberFilter, MemberJob, NewMember } from "./administration.ts";
export { type BadgeInput, badges, type ListBadgesOptions, type MemberBadge } from "./badges.ts";
export {
  type DefaultPrivacyStatus,
  type ListBlocksOptions,
  type MemberAbout,
  type MemberAboutQueryFields,
  type MemberPrivacySettings,
  memberAboutCalls,
  memberAbouts,
  memberBlocks,
  memberPrivacy,
} from "./community.ts";
export { customFields, type MemberCustomField } from "./custom-fields.ts";
export {
  type ListedMembers,
  type ListMembersOptions,
  type MemberQueryFields,
  type MemberSearchField,
  memberDirectory,
  memberDirectoryCalls,
  type QueryMembersOptions,
} from "./directory.ts";
export { type FollowerPage, type ListFollowersOptions, memberFollowers } from "./followers.ts";
export type {
  DeactivatedMember,
  Member,
  MemberFieldset,
  MemberImage,
  MemberStatus,
} from "./member.ts";
export { members } from "./members.ts";
export { type GetCurrentMemberOptions, memberCalls, type UpdateMember } from "./own-member.ts";

export {
  type AccountSummary,
  account,
  type EmailChange,
  type MemberAddress,
  type MemberDetails,
} from "./account.ts";
export type { BulkDeletedMembers, MemberFilter, MemberJob, NewMember } from "./administration.ts";
export {
  type DefaultPrivacyStatus,
  type ListBlocksOptions,
  type MemberAbout,
  type MemberAboutQueryFields,
  type MemberPrivacySettings,
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
  type QueryMembersOptions,
} from "./directory.ts";
export type {
  DeactivatedMember,
  Member,
  MemberFieldset,
  MemberImage,
  MemberStatus,
} from "./member.ts";
export {
  type GetCurrentMemberOptions,
  memberCalls,
  members,
  type UpdateMember,
} from "./members.ts";

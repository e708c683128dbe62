export {
  type AccountSummary,
  account,
  type EmailChange,
  type MemberAddress,
  type MemberDetails,
} from "./account.ts";
export {
  type DeactivatedMember,
  type GetCurrentMemberOptions,
  type Member,
  type MemberFieldset,
  type MemberImage,
  type MemberStatus,
  memberCalls,
  members,
  type UpdateMember,
} from "./members.ts";

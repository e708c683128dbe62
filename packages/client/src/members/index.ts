export {
  type GetCurrentMemberOptions,
  type Member,
  type MemberFieldset,
  type MemberImage,
  type MemberStatus,
  members,
  type UpdateMember,
} from "./members.ts";

export {
  type GetCurrentMemberOptions,
  type Member,
  type MemberFieldset,
  type MemberImage,
  type MemberStatus,
  members,
} from "./members.ts";

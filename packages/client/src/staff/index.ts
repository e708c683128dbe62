export { memberExportPath } from "@porchlight/contract/members/accounts/accounts";
export { type MemberAccount, type MemberInvitation, memberAccounts } from "./member-accounts.ts";
export {
  type FirstOwner,
  type NewAccount,
  type PasswordProblem,
  type StaffAccount,
  type StaffInvitation,
  type StaffRole,
  staff,
  staffSetup,
} from "./staff.ts";
export {
  type Attention,
  type DailyStatistics,
  type Statistics,
  type StatisticsPeriod,
  statistics,
} from "./statistics.ts";

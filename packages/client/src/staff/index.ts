export {
  type FirstOwner,
  type StaffAccount,
  type StaffInvitation,
  type StaffRole,
  staff,
  staffSetup,
} from "./staff.ts";

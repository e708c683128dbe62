/** State of a sign-in. Source: spec §4, "Server state"; wire.md, Authentication. */
export const serverStates = [
  "UNKNOWN_STATE",
  "SUCCESS",
  "REQUIRE_OWNER_APPROVAL",
  "REQUIRE_EMAIL_VERIFICATION",
  "STATUS_CHECK",
  "REQUIRE_MFA",
  "MFA_CHALLENGE",
  "REQUIRE_FIRST_FACTOR",
  "REQUIRE_MISSING_FIELDS",
] as const;
export type ServerState = (typeof serverStates)[number];

/** Source: spec §4, "Identity status". */
export const identityStatuses = ["PENDING", "ACTIVE", "DELETED", "BLOCKED", "OFFLINE"] as const;
export type IdentityStatus = (typeof identityStatuses)[number];

export const pendingReasons = [
  "PENDING_ADMIN_APPROVAL_REQUIRED",
  "PENDING_EMAIL_VERIFICATION_REQUIRED",
  "PENDING_REQUIRED_FIELDS_MISSING",
] as const;
export type PendingReason = (typeof pendingReasons)[number];

/** Role of a refresh token. Source: spec §6. */
export const tokenRoles = ["none", "visitor", "member"] as const;
export type TokenRole = (typeof tokenRoles)[number];

/** Source: spec §3, enumerations. */
export const emailTags = ["UNTAGGED", "MAIN", "HOME", "WORK"] as const;
export type EmailTag = (typeof emailTags)[number];
export const phoneTags = ["UNTAGGED", "MAIN", "HOME", "MOBILE", "WORK", "FAX"] as const;
export type PhoneTag = (typeof phoneTags)[number];
export const addressTags = ["UNTAGGED", "HOME", "WORK", "BILLING", "SHIPPING"] as const;
export type AddressTag = (typeof addressTags)[number];
export const privacyStatuses = ["UNDEFINED", "PUBLIC", "PRIVATE"] as const;
export type PrivacyStatus = (typeof privacyStatuses)[number];

import type {
  Address as WireAddress,
  IdentityProfile as WireIdentityProfile,
} from "@porchlight/contract/auth/identity/identity";
import type { MfaChallenge } from "@porchlight/contract/auth/mfa/factor";
import type { IdentityStatus, PendingReason, ServerState } from "@porchlight/contract/auth/state";

/** As on the wire except for three names. Source: entities.md. */
export type Address = Omit<WireAddress, "formattedAddress" | "geocode" | "addressLine"> & {
  formatted?: WireAddress["formattedAddress"];
  location?: WireAddress["geocode"];
  addressLine1?: WireAddress["addressLine"];
};

/** The value of a custom profile field. */
export interface CustomFieldValue {
  strValue?: string;
  numValue?: number;
  dateValue?: Date | null;
  boolValue?: boolean;
}

/** A member's profile. Source: spec §3; entities.md, IdentityProfile. */
export type IdentityProfile = Omit<WireIdentityProfile, "addresses" | "customFields"> & {
  addresses?: { tag?: "UNTAGGED" | "HOME" | "WORK" | "BILLING" | "SHIPPING"; address: Address }[];
  customFields?: { name: string; value: CustomFieldValue }[];
};

/** The account of the member who signs in. */
export interface Identity {
  _id: string;
  _createdDate: Date;
  _updatedDate: Date;
  status: { name: IdentityStatus; reasons: PendingReason[] };
  emailVerified: boolean;
  identityProfile: IdentityProfile;
}

/** Response of register, login and verify. */
export interface StateMachineResponse {
  state: ServerState;
  /** With SUCCESS. Valid once, for five minutes. */
  sessionToken?: string;
  /** With REQUIRE_EMAIL_VERIFICATION and REQUIRE_MFA: passes the sign-in to the next step. */
  stateToken?: string;
  identity?: Identity;
  additionalData?: Record<string, CustomFieldValue>;
  /** With REQUIRE_MFA: the second factors available to the member. */
  mfaChallengeData?: MfaChallenge;
}

import type { AddressTag, EmailTag, IdentityStatus, PendingReason, PhoneTag, PrivacyStatus } from "../state.ts";

export interface Address {
  /** Two letters, ISO 3166-1. */
  country?: string | null | undefined;
  subdivision?: string | null | undefined;
  city?: string | null | undefined;
  postalCode?: string | null | undefined;
  formattedAddress?: string | null | undefined;
  addressLine?: string | null | undefined;
  addressLine2?: string | null | undefined;
  /** Degrees. */
  geocode?: { latitude: number; longitude: number } | null | undefined;
  streetAddress?:
    | { number?: string | null | undefined; name?: string | null | undefined; apt?: string | null | undefined }
    | null
    | undefined;
}

/** A custom field of the site. */
export interface CustomField {
  name: string;
  value: {
    strValue?: string | undefined;
    /** Floats that JSON cannot represent are text. Source: entities.md. */
    numValue?: number | "NaN" | "Infinity" | "-Infinity" | undefined;
    /** ISO 8601. */
    dateValue?: string | null | undefined;
    boolValue?: boolean | undefined;
  };
}

/** A member's profile. Source: spec §3, "Identity"; entities.md, IdentityProfile. */
export interface IdentityProfile {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  nickname?: string | null | undefined;
  picture?: string | null | undefined;
  emails?: { tag?: EmailTag | undefined; email: string }[] | undefined;
  phones?: { tag?: PhoneTag | undefined; phone: string }[] | undefined;
  addresses?: { tag?: AddressTag | undefined; address: Address }[] | undefined;
  labels?: string[] | undefined;
  /** Language tag, such as `pt-BR`. */
  language?: string | null | undefined;
  privacyStatus?: PrivacyStatus | undefined;
  customFields?: CustomField[] | undefined;
  company?: string | null | undefined;
  position?: string | null | undefined;
  /** `2001-12-31` */
  birthdate?: string | null | undefined;
  vatId?: string | null | undefined;
}

/** A member in sign-in responses. */
export interface Identity {
  id: string;
  createdDate: string;
  updatedDate: string;
  status: { name: IdentityStatus; reasons: PendingReason[] };
  emailVerified: boolean;
  identityProfile: IdentityProfile;
}

import * as authEndpoints from "@porchlight/contract/auth/endpoints";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import * as conversions from "@porchlight/contract/members/conversions";
import * as endpoints from "@porchlight/contract/members/endpoints";
import type {
  DeclaredField,
  UpdateMemberDetailsRequest,
  MemberDetails as WireMemberDetails,
} from "@porchlight/contract/members/member";
import type { CallOptions, Transport } from "../transport.ts";
import type { Member } from "./member.ts";

type WireAddress = WireMemberDetails["addresses"][number]["address"];
type WireValue = WireMemberDetails["customFields"][number]["value"];

/** See `Address` of `@porchlight/client/auth`. */
export type MemberAddress = Omit<WireAddress, "formattedAddress" | "geocode" | "addressLine"> & {
  formatted?: WireAddress["formattedAddress"];
  location?: WireAddress["geocode"];
  addressLine1?: WireAddress["addressLine"];
};

/** Phones, addresses and custom fields of a member, with their tags. */
export interface MemberDetails {
  phones: WireMemberDetails["phones"];
  addresses: { tag: WireMemberDetails["addresses"][number]["tag"]; address: MemberAddress }[];
  customFields: {
    name: string;
    value: Omit<WireValue, "dateValue" | "numValue"> & { dateValue?: Date | null; numValue?: number };
  }[];
  privacyStatus: "PRIVATE" | "PUBLIC";
}

export type { DeclaredField };

/** A new email that is not confirmed yet. */
export interface EmailChange {
  email: string;
  /** Expiry of the code. */
  expiresDate: Date;
}

/** Summary of the member's account, for the account page. */
export interface AccountSummary {
  /** Posts that remain, without an author, when the account is deleted. */
  authoredItems: number;
  /** Whether the member can reauthenticate with a password. */
  hasPassword: boolean;
  emailChange?: EmailChange;
}

const emailChangeDates = { response: { timestamp: ["emailChange.expiresDate"] } };

/** The signed-in member's account. A Porchlight extension. */
export function account(transport: Transport) {
  const changePhoto = async <Request extends EndpointRequest>(
    endpoint: Endpoint<Request, unknown>,
    request: Request,
    call: CallOptions | undefined,
  ): Promise<Member> => {
    const conversion = conversions.oneMember;
    const { member } = await transport.send<Request, { member: Member }>(endpoint, request, { ...call, conversion });
    return member;
  };
  return {
    /** Gets a summary of the account. @throws {PorchlightError} `NOT_ALLOWED` for a visitor. */
    getAccountSummary(call?: CallOptions): Promise<AccountSummary> {
      return transport.send(authEndpoints.getAccountSummary, {}, { ...call, conversion: emailChangeDates });
    },

    /**
     * Starts an email change: sends a code to the new address; the old one stays until it is confirmed.
     *
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`: call `factors.reauthenticate` first; a violation of
     * `email` of the type EMAIL or SAME_EMAIL; `TOO_MANY_REQUESTS`.
     */
    startEmailChange(email: string, call?: CallOptions): Promise<{ emailChange: EmailChange }> {
      return transport.send(
        authEndpoints.startEmailChange,
        { body: { email } },
        { ...call, replay: false, conversion: emailChangeDates },
      );
    },

    /**
     * Confirms the email change. @throws {PorchlightError} `VERIFICATION_FAILED` with `{triesLeft}` or
     * `{expired: true}`; `-19995`.
     */
    async confirmEmailChange(code: string, call?: CallOptions): Promise<void> {
      await transport.send(authEndpoints.confirmEmailChange, { body: { code } }, { ...call, replay: false });
    },

    /** Cancels the email change. @throws {PorchlightError} `NOT_ALLOWED` for a visitor. */
    async cancelEmailChange(call?: CallOptions): Promise<void> {
      await transport.send(authEndpoints.cancelEmailChange, {}, call);
    },

    /**
     * Sets the member's photo.
     *
     * @param photo A JPEG, PNG, WebP or AVIF without animation, at most 512 KiB and 2048 × 2048 pixels: scale it
     * before.
     * @throws {PorchlightError} a violation of `photo` with the type IMAGE_FORMAT or IMAGE_DAMAGED;
     * `PAYLOAD_TOO_LARGE`.
     */
    async setPhoto(photo: Blob, call?: CallOptions): Promise<Member> {
      const bytes = new Uint8Array(await photo.arrayBuffer());
      const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      return changePhoto(endpoints.setMemberPhoto, { body: { photo: btoa(text) } }, call);
    },

    /** Removes the member's photo. */
    removePhoto(call?: CallOptions): Promise<Member> {
      return changePhoto(endpoints.removeMemberPhoto, {}, call);
    },

    /** As `deleteMyMember` of `members`, for pages that only use `memberCalls`. */
    async deleteMyMember(call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteMyMember, {}, call);
    },

    /**
     * Gets phones, addresses and custom fields with their tags, and the fields that the site owner has declared.
     *
     * @throws {PorchlightError} `NOT_ALLOWED` for a visitor.
     */
    getDetails(call?: CallOptions): Promise<{ details: MemberDetails; declaredFields: DeclaredField[] }> {
      return transport.send(endpoints.getMemberDetails, {}, { ...call, conversion: conversions.memberDetails });
    },

    /**
     * Updates phones, addresses and custom fields; omitted properties stay, lists are replaced.
     *
     * @throws {PorchlightError} a violation of `details.phones.0.phone`, of `details.customFields.0.value` if its type
     * is not the declared one, and others. `NOT_ALLOWED` for a visitor.
     */
    updateDetails(details: Partial<MemberDetails>, call?: CallOptions): Promise<{ details: MemberDetails }> {
      return transport.send(endpoints.updateMemberDetails, { body: { details } } as UpdateMemberDetailsRequest, {
        ...call,
        conversion: conversions.memberDetails,
      });
    },
  };
}

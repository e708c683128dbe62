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
import type { Member } from "./members.ts";

type WireAddress = WireMemberDetails["addresses"][number]["address"];
type WireValue = WireMemberDetails["customFields"][number]["value"];

/** An address as the client's callers know it; see `Address` of `@porchlight/client/auth`. */
export type MemberAddress = Omit<WireAddress, "formattedAddress" | "geocode" | "addressLine"> & {
  formatted?: WireAddress["formattedAddress"];
  location?: WireAddress["geocode"];
  addressLine1?: WireAddress["addressLine"];
};

/** Phones, addresses and fields of a member, with their tags. */
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

/** A new e-mail that is not confirmed yet. */
export interface EmailChange {
  email: string;
  /** When the code stops working. */
  expiresDate: Date;
}

/** What the account page needs to know about the signed-in member. */
export interface AccountSummary {
  /** Posts that stay, without the member's name, when the account is deleted. */
  authoredItems: number;
  /** Whether there is a password to prove with who one is. */
  hasPassword: boolean;
  emailChange?: EmailChange;
}

const emailChangeDates = { response: { timestamp: ["emailChange.expiresDate"] } };

/** The account of the member who is signed in. These calls are this server's own: other hosts of the contract do not have them. */
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
    /** Reads what there is to know before the account is changed. @throws {PorchlightError} `NOT_ALLOWED` for a visitor. */
    getAccountSummary(call?: CallOptions): Promise<AccountSummary> {
      return transport.send(authEndpoints.getAccountFacts, {}, { ...call, conversion: emailChangeDates });
    },

    /**
     * Asks for a new e-mail: a code goes there, and the e-mail stays until it comes back.
     *
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`: call `factors.reauthenticate` first; a violation of `email` of the type EMAIL
     * or SAME_EMAIL; `TOO_MANY_REQUESTS`.
     */
    startEmailChange(email: string, call?: CallOptions): Promise<{ emailChange: EmailChange }> {
      return transport.send(
        authEndpoints.startEmailChange,
        { body: { email } },
        { ...call, replay: false, conversion: emailChangeDates },
      );
    },

    /** Confirms it. @throws {PorchlightError} `VERIFICATION_FAILED` with `{triesLeft}` or `{expired: true}`; `-19995`. */
    async confirmEmailChange(code: string, call?: CallOptions): Promise<void> {
      await transport.send(authEndpoints.confirmEmailChange, { body: { code } }, { ...call, replay: false });
    },

    /** Forgets it. @throws {PorchlightError} `NOT_ALLOWED` for a visitor. */
    async cancelEmailChange(call?: CallOptions): Promise<void> {
      await transport.send(authEndpoints.cancelEmailChange, {}, call);
    },

    /**
     * Sets the photo of the member who is signed in.
     *
     * @param photo A JPEG, PNG, WebP or AVIF that does not move, of 512 KiB and 2048 × 2048 pixels at most: scale it before.
     * @throws {PorchlightError} a violation of `photo` with the type IMAGE_FORMAT or IMAGE_DAMAGED; `PAYLOAD_TOO_LARGE`.
     */
    async setPhoto(photo: Blob, call?: CallOptions): Promise<Member> {
      const bytes = new Uint8Array(await photo.arrayBuffer());
      const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
      return changePhoto(endpoints.setMemberPhoto, { body: { photo: btoa(text) } }, call);
    },

    /** Removes it. */
    removePhoto(call?: CallOptions): Promise<Member> {
      return changePhoto(endpoints.removeMemberPhoto, {}, call);
    },

    /** As `deleteMyMember` of `members`, for pages that have `memberCalls` alone. */
    async deleteMyMember(call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteMyMember, {}, call);
    },

    /**
     * Reads phones, addresses and fields with their tags, and which fields the site owner asks for.
     *
     * @throws {PorchlightError} `NOT_ALLOWED` for a visitor.
     */
    getDetails(call?: CallOptions): Promise<{ details: MemberDetails; declaredFields: DeclaredField[] }> {
      return transport.send(endpoints.getMemberDetails, {}, { ...call, conversion: conversions.memberDetails });
    },

    /**
     * Changes them: what is left out stays, a list takes the place of the former one.
     *
     * @throws {PorchlightError} a violation of `details.phones.0.phone`, of `details.customFields.0.value` where its kind is not the
     * declared one, and the like. `NOT_ALLOWED` for a visitor.
     */
    updateDetails(details: Partial<MemberDetails>, call?: CallOptions): Promise<{ details: MemberDetails }> {
      return transport.send(endpoints.updateMemberDetails, { body: { details } } as UpdateMemberDetailsRequest, {
        ...call,
        conversion: conversions.memberDetails,
      });
    },
  };
}

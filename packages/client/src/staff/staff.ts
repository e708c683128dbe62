import * as endpoints from "@porchlight/contract/staff/endpoints";
import * as signIn from "@porchlight/contract/staff/sign-in-endpoints";
import type {
  AcceptInvitationRequest,
  CheckPasswordResponse,
  FirstPasskeyOptions,
  FirstPasskeyResponse,
  InviteStaffRequest,
  PasswordProblem,
  SetUpOwnerRequest,
  StaffRole,
  StaffAccount as WireAccount,
} from "@porchlight/contract/staff/staff";
import type { StateMachineResponse } from "../auth/identity.ts";
import { createPasskeyCredential } from "../auth/mfa/passkey-credentials.ts";
import type { CallOptions, Transport } from "../transport.ts";

export type { PasswordProblem, StaffRole };

/** A person who manages the site in the console. */
export type StaffAccount = Omit<WireAccount, "id" | "createdDate" | "lastLoginDate"> & {
  _id: string;
  _createdDate: Date;
  lastLoginDate: Date | null;
};

/** The person to invite. */
export type StaffInvitation = InviteStaffRequest["body"];
/** The first staff account. */
export type FirstOwner = SetUpOwnerRequest["body"];

interface OneAccount {
  staffAccount: StaffAccount;
}

const dates = ["createdDate", "lastLoginDate"] as const;
const conversion = { response: { timestamp: dates.map((name) => `staffAccount.${name}`) } };
const listConversion = { response: { timestamp: dates.map((name) => `staffAccounts.${name}`) } };

/** Accounts of the console. A Porchlight extension. */
export function staff(transport: Transport) {
  return {
    /** The signed-in staff account. @throws {PorchlightError} `NOT_ALLOWED` for other callers. */
    async getMyStaffAccount(call?: CallOptions): Promise<StaffAccount> {
      const response: OneAccount = await transport.send(endpoints.getMyStaffAccount, {}, { ...call, conversion });
      return response.staffAccount;
    },

    /** All staff accounts, oldest first. Requires the role owner. @throws {PorchlightError} `NOT_ALLOWED`. */
    async listStaff(call?: CallOptions): Promise<StaffAccount[]> {
      const options = { ...call, conversion: listConversion };
      const response: { staffAccounts: StaffAccount[] } = await transport.send(endpoints.listStaff, {}, options);
      return response.staffAccounts;
    },

    /**
     * Creates a staff account and emails a link to set its password; for an account without a password, sends another
     * link.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `REAUTHENTICATION_REQUIRED`; `-19995` if the account has a password;
     *   `TOO_MANY_REQUESTS`; a violation of `email`.
     */
    async inviteStaff(person: StaffInvitation, call?: CallOptions): Promise<StaffAccount> {
      const request = { body: person };
      const response: OneAccount = await transport.send(endpoints.inviteStaff, request, { ...call, conversion });
      return response.staffAccount;
    },

    /**
     * Changes the role of a staff account, and ends its sessions.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `REAUTHENTICATION_REQUIRED`, `STAFF_NOT_FOUND`; `LAST_OWNER`.
     */
    async changeStaffRole(_id: string, role: StaffRole, call?: CallOptions): Promise<StaffAccount> {
      const request = { params: { id: _id }, body: { role } };
      const response: OneAccount = await transport.send(endpoints.changeStaffRole, request, { ...call, conversion });
      return response.staffAccount;
    },

    /**
     * Removes a staff account and ends its sessions.
     *
     * @throws {PorchlightError} `NOT_ALLOWED`, `REAUTHENTICATION_REQUIRED`, `STAFF_NOT_FOUND`; `LAST_OWNER`.
     */
    async removeStaff(_id: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.removeStaff, { params: { id: _id } }, call);
    },
  };
}

/** What a new account needs, besides the token of its link. */
export type NewAccount = Omit<AcceptInvitationRequest["body"], "token" | "passkey">;

/** New staff accounts. For a client whose host is the public URL of the server with `/admin/api`. */
export function staffSetup(transport: Transport) {
  const once = (call?: CallOptions) => ({ ...call, replay: false });

  /** Creates a passkey in the browser, which the next call registers. */
  async function createPasskey(token: string, email?: string, call?: CallOptions): Promise<FirstPasskeyResponse> {
    const body = { token, ...(email !== undefined && { email }) };
    const options: FirstPasskeyOptions = await transport.send(signIn.startFirstPasskey, { body }, once(call));
    const credential = await createPasskeyCredential(options.webauthn, call);
    return { accountId: options.accountId, ...credential };
  }

  return {
    /**
     * Creates the first staff account with the token of the setup link, which works once.
     *
     * @returns The state of the sign-in, with a session token.
     * @throws {PorchlightError} `SETUP_LINK_INVALID`; violations of `email` and `password`.
     */
    setUpOwner(owner: FirstOwner, call?: CallOptions): Promise<StateMachineResponse> {
      return transport.send(signIn.setUpOwner, { body: owner }, once(call));
    },

    /**
     * As {@link setUpOwner}, with a passkey instead of a password.
     *
     * @throws {PorchlightError} `SETUP_LINK_INVALID`, a violation of `email`; `PASSKEY_CANCELLED`, `PASSKEY_DOMAIN`,
     *   `PASSKEY_UNSUPPORTED`, `PASSKEY_REFUSED`.
     */
    async setUpOwnerWithPasskey(
      owner: Omit<FirstOwner, "password" | "passkey">,
      call?: CallOptions,
    ): Promise<StateMachineResponse> {
      const passkey = await createPasskey(owner.token, owner.email, call);
      return transport.send(signIn.setUpOwner, { body: { ...owner, passkey } }, once(call));
    },

    /**
     * Accepts an invitation with a passkey instead of a password.
     *
     * @param token Of the link in the email.
     * @throws {PorchlightError} `RECOVERY_TOKEN_INVALID`; `PASSKEY_CANCELLED`, `PASSKEY_DOMAIN`, `PASSKEY_UNSUPPORTED`,
     *   `PASSKEY_REFUSED`.
     */
    async acceptInvitationWithPasskey(
      token: string,
      account: NewAccount,
      call?: CallOptions,
    ): Promise<StateMachineResponse> {
      const passkey = await createPasskey(token, undefined, call);
      return transport.send(signIn.acceptInvitation, { body: { token, passkey, ...account } }, once(call));
    },

    /** Whether a new account may use the password, and why not. @param email Of the account. */
    checkPassword(password: string, email: string, call?: CallOptions): Promise<CheckPasswordResponse> {
      return transport.send(signIn.checkPassword, { body: { password, email } }, call);
    },
  };
}

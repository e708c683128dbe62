import * as conversions from "@porchlight/contract/auth/conversions";
import * as endpoints from "@porchlight/contract/auth/endpoints";
import type {
  ChallengeFactorType,
  FactorsResponse,
  NewFactor,
  ReauthenticateResponse,
  ReauthenticationInput,
  SecondFactorInput,
  SecondFactorType,
  TotpEnrollment,
  Factor as WireFactor,
} from "@porchlight/contract/auth/mfa/factor";
import { renameFactor } from "@porchlight/contract/auth/passkeys/endpoints";
import type { PasskeyEnrollment, PasskeyResponse } from "@porchlight/contract/auth/passkeys/passkey";
import type { StateMachineResponse as WireStateMachineResponse } from "@porchlight/contract/auth/sign-in/schema";
import type { PorchlightError } from "../../errors.ts";
import type { CallOptions, Transport } from "../../transport.ts";
import type { StateMachineResponse } from "../identity.ts";
import { type LoginResult, loginFailure, loginResult, unknownState } from "../login-result.ts";

/** An authentication factor of the member. */
export type Factor = Omit<WireFactor, "id" | "createdDate" | "lastUsedDate"> & {
  /** `null` for the password, which cannot be removed. */
  _id: string | null;
  _createdDate: Date;
  lastUsedDate: Date | null;
};

/** Parameters of a second factor verification. */
export interface SecondFactorParams {
  /** One of `data.factors` of the `MFA_REQUIRED` result. Call `requestFactor` first for factors with sent codes. */
  factorType: SecondFactorType;
  /** As typed by the user. */
  code?: string | undefined;
  /** With WEBAUTHN, instead of a code: the result of `getPasskeyCredential`. */
  webauthn?: PasskeyResponse | undefined;
  /** Trusts this device: no second factor for 30 days. */
  rememberThisDevice?: boolean;
}

/** A request to verify a second factor, or to send its code. */
export interface SecondFactorRequest {
  /** One of `data.factors` of the `MFA_REQUIRED` result. */
  factorType: ChallengeFactorType | "WEBAUTHN";
  /** With PUSH, which has no code. */
  rememberThisDevice?: boolean;
}

/** A factor whose enrollment has started, with the data for its setup. */
export interface AddedFactor {
  factor: Factor & { _id: string };
  /** With type TOTP. */
  totp?: TotpEnrollment;
  /** With type PUSH. */
  pushNumber?: string;
  /** With type WEBAUTHN. */
  webauthn?: PasskeyEnrollment;
}

interface AddFactor {
  (factor: { type: "PUSH"; name: string }, call?: CallOptions): Promise<AddedFactor & { pushNumber: string }>;
  (factor: Exclude<NewFactor, { type: "TOTP" }>, call?: CallOptions): Promise<AddedFactor>;
  // For lazy modules TypeScript infers from the last overload only: the one that the screens use.
  (factor: { type: "TOTP"; name?: string }, call?: CallOptions): Promise<AddedFactor & { totp: TotpEnrollment }>;
}

/** Fields that carry the response. Source: recordings, mfa. */
const dataFields: Readonly<Record<SecondFactorType, Extract<keyof SecondFactorInput, `${string}Data`>>> = {
  SMS: "smsData",
  CALL: "callData",
  EMAIL: "emailData",
  TOTP: "totpData",
  PUSH: "pushData",
  RECOVERY_CODE: "recoveryCodeData",
  WEBAUTHN: "webauthnData",
};

/** Second factors of a sign-in and of the signed-in member. The latter calls are a Porchlight extension. */
export function factors(transport: Transport) {
  /** Converts every error except aborts to a FAILURE. */
  async function sendFactor(
    factorType: SecondFactorType,
    input: { stateToken: string; rememberThisDevice: boolean },
    data: { code?: string | undefined } | PasskeyResponse,
    call: CallOptions | undefined,
  ): Promise<LoginResult> {
    const field = dataFields[factorType];
    if (!field) return unknownState("invalid");
    const body = { factorType, ...input, [field]: data };
    try {
      const response = await transport.send<{ params: { factorType: string }; body: object }, WireStateMachineResponse>(
        endpoints.verifyFactor,
        { params: { factorType }, body },
        { ...call, replay: false },
      );
      const result = loginResult(response);
      const { deviceToken, pushNumber } = (response.additionalData ?? {}) as Record<string, { strValue?: string }>;
      if (result.loginState === "SUCCESS" && deviceToken?.strValue) result.data.deviceToken = deviceToken.strValue;
      if (result.loginState === "MFA_REQUIRED" && response.state === "MFA_CHALLENGE") {
        result.data.challenged = factorType;
        result.data.webauthn = response.mfaChallengeData?.webauthn;
        if (pushNumber?.strValue) result.data.pushNumber = pushNumber.strValue;
      }
      return result;
    } catch (thrown) {
      const error = thrown as PorchlightError;
      if (error.kind === "aborted") throw error;
      return loginFailure(error);
    }
  }

  return {
    /**
     * Sends a code by text message, call or email, or a push notification, for a sign-in that returned `MFA_REQUIRED`.
     * Returns `MFA_REQUIRED` with `data.challenged`, or a FAILURE. Within a minute nothing is sent again; the previous
     * code stays valid.
     *
     * With PUSH, show `data.pushNumber`, which the member selects on the device, and poll every other second:
     * `MFA_REQUIRED` until the device responds, then SUCCESS, or a FAILURE with the code `PUSH_DENIED`, or
     * `PUSH_EXPIRED` after two minutes.
     *
     * With WEBAUTHN nothing is sent: pass `data.webauthn` to `getPasskeyCredential`. The module `passkeys` handles the
     * whole flow.
     *
     * @param stateToken Of `data` of that result.
     */
    requestFactor(
      { factorType, rememberThisDevice = false }: SecondFactorRequest,
      stateToken: string,
      call?: CallOptions,
    ): Promise<LoginResult> {
      return sendFactor(factorType, { stateToken, rememberThisDevice }, {}, call);
    },

    /**
     * Continues a sign-in that returned `MFA_REQUIRED`, as the calls of `client.auth` do: every error except an abort
     * becomes a FAILURE. With `rememberThisDevice`, a SUCCESS has `data.deviceToken`, for `storeDeviceToken`.
     *
     * @param stateToken Of `data` of that result.
     */
    verifyFactor(
      { factorType, code, webauthn, rememberThisDevice = false }: SecondFactorParams,
      stateToken: string,
      call?: CallOptions,
    ): Promise<LoginResult> {
      return sendFactor(factorType, { stateToken, rememberThisDevice }, webauthn ?? { code }, call);
    },

    /**
     * Verifies the second factor of a sign-in.
     *
     * @throws {PorchlightError} `INVALID_CODE`, `STATE_TOKEN_INVALID`, `FACTOR_NOT_AVAILABLE`. Source: spec §7,
     * `POST /v2/{factorType}/verify`.
     */
    verify(
      factorType: SecondFactorType,
      options: SecondFactorInput,
      call?: CallOptions,
    ): Promise<StateMachineResponse> {
      const request = { params: { factorType }, body: { factorType, ...options } };
      // Without a conversion: the SDK release with this call returned dates as text. Source: wire.md.
      return transport.send(endpoints.verifyFactor, request, { ...call, replay: false });
    },

    /**
     * Lists the member's factors: the password first, then second factors, oldest first. `usedRecoveryCodes` counts
     * codes from 1 in the order they were issued; `offered` lists the available types, `isRequired` says whether the
     * site requires MFA. @throws {PorchlightError} `NOT_ALLOWED` for a visitor.
     */
    listFactors(call?: CallOptions): Promise<Omit<FactorsResponse, "factors"> & { factors: Factor[] }> {
      return transport.send(endpoints.listFactors, {}, { ...call, conversion: conversions.listFactors });
    },

    /**
     * Starts the enrollment of a second factor; {@link activateFactor} completes it. TOTP: show the QR code; a restart
     * within half an hour returns the same secret. SMS, CALL and EMAIL: the first code is sent. PUSH: the device is
     * prompted; show `pushNumber`, which the member selects there.
     *
     * @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`: call {@link reauthenticate} first; `FACTOR_NOT_OFFERED`;
     * `TOO_MANY_FACTORS`; `TOO_MANY_REQUESTS`; `INVALID_ARGUMENT` for an invalid phone number.
     */
    addFactor: ((factor: NewFactor, call?: CallOptions) =>
      transport.send(
        endpoints.addFactor,
        { body: factor },
        { ...call, replay: false, conversion: conversions.oneFactor },
      )) as AddFactor,

    /**
     * Completes the enrollment with a first code; sign-ins require the factor from then on. Returns recovery codes with
     * the first factor, once. Without a code, sends another one, at most once a minute; for PUSH, poll it every other
     * second until `factor.status` is `ENABLED`.
     *
     * @throws {PorchlightError} `INVALID_CODE`, `PUSH_DENIED`, `PUSH_EXPIRED`, `FACTOR_NOT_FOUND`, `TOO_MANY_REQUESTS`.
     */
    activateFactor(
      factorId: string,
      code?: string,
      call?: CallOptions,
    ): Promise<{ factor: Factor; pushNumber?: string; recoveryCodes?: string[] }> {
      return transport.send(
        endpoints.activateFactor,
        { params: { factorId }, body: code === undefined ? {} : { code } },
        { ...call, replay: false, conversion: conversions.oneFactor },
      );
    },

    /**
     * Responds to a push notification, for the program that received it from the message webhook.
     *
     * @throws {PorchlightError} `PUSH_TOKEN_INVALID` if it has a response, has expired or was replaced by a newer one.
     */
    answerPush(
      response: { pushToken: string; approved: boolean; number?: string },
      call?: CallOptions,
    ): Promise<{ approved: boolean }> {
      return transport.send(endpoints.answerPush, { body: response }, { ...call, replay: false });
    },

    /** Renames a factor; an empty name removes the name. @throws {PorchlightError} `FACTOR_NOT_FOUND`. */
    renameFactor(factorId: string, name: string, call?: CallOptions): Promise<{ factor: Factor }> {
      return transport.send(
        renameFactor,
        { params: { factorId }, body: { name } },
        { ...call, conversion: conversions.oneFactor },
      );
    },

    /**
     * Removes a factor; removing the last one deletes the recovery codes. @throws {PorchlightError}
     * `REAUTHENTICATION_REQUIRED`, `FACTOR_NOT_FOUND`.
     */
    async removeFactor(factorId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.removeFactor, { params: { factorId } }, call);
    },

    /** Replaces the recovery codes. @throws {PorchlightError} `REAUTHENTICATION_REQUIRED`. */
    renewRecoveryCodes(call?: CallOptions): Promise<{ recoveryCodes: string[] }> {
      return transport.send(endpoints.renewRecoveryCodes, {}, { ...call, replay: false });
    },

    /**
     * Reauthenticates the member; valid for ten minutes. `details.applicationError.data.ways` of
     * `REAUTHENTICATION_REQUIRED` lists the methods: the password, a passkey (`passkeys.reauthenticateWithPasskey`),
     * or, for members without a password, the second factor, whose code is sent by a call without `code`. With PUSH
     * show `pushNumber`, and poll every other second until `proved`.
     *
     * @param proof A string is the password.
     * @throws {PorchlightError} `-19976` if the password is wrong; `INVALID_CODE`, `PUSH_DENIED`, `PUSH_EXPIRED`,
     * `FACTOR_NOT_AVAILABLE`, `PASSKEY_REFUSED`, `TOO_MANY_REQUESTS`.
     */
    reauthenticate(proof: string | ReauthenticationInput, call?: CallOptions): Promise<ReauthenticateResponse> {
      const body = typeof proof === "string" ? { password: proof } : proof;
      return transport.send(endpoints.reauthenticate, { body }, { ...call, replay: false });
    },
  };
}

import type { ChallengeFactorType, PorchlightError } from "@porchlight/client";
import type { NewFactor } from "@porchlight/client/auth";
import { useCallback, useMemo } from "react";
import type { MfaFactor, TotpEnrollment } from "../../auth/member-client.ts";
import { usePorchlight } from "../../provider.tsx";
import { requireModule } from "../../require-module.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { useMemberData } from "../use-member-data.ts";

export type NewChallengeFactor = Extract<NewFactor, { type: ChallengeFactorType }>;

/** A factor whose first code or push was sent. */
export interface StartedEnrollment {
  type: ChallengeFactorType;
  factorId: string;
  /** Where it was sent, partly masked. */
  hint: string | undefined;
  /** With PUSH: the number to select on the device. */
  pushNumber: string | undefined;
  /** When it was sent, in milliseconds since the epoch; absent before that. */
  at: number | undefined;
}

export interface ActivationResult {
  /** Whether enrollment is complete; otherwise a code was sent, or the push is unanswered. */
  isEnabled: boolean;
  pushNumber: string | undefined;
  /** With the first factor. */
  recoveryCodes: readonly string[] | undefined;
}

/** Result of the hook that manages the member's factors. */
export interface MfaFactorList {
  /**
   * Oldest first, including unfinished ones; absent until loaded. Factors without an `_id` are required by the site.
   */
  factors: readonly MfaFactor[] | undefined;
  /** Types that can be enrolled. */
  offered: readonly string[];
  /** Whether the site requires MFA: by email for members without a factor. */
  isRequired: boolean;
  /** Whether the member can sign in with a password. */
  hasPassword: boolean;
  recoveryCodesLeft: number;
  /** The used codes, counted from 1 in the order in which they were shown. */
  usedRecoveryCodes: readonly number[];
  isPending: boolean;
  /** Why they could not be loaded last time. */
  error: PorchlightError | undefined;
  refresh(): Promise<void>;
  /**
   * Starts enrolling an authenticator app. This, {@link remove} and {@link renewCodes} reject with
   * `REAUTHENTICATION_REQUIRED` until {@link reauthenticate}.
   */
  addTotp(): Promise<{ factorId: string; app: TotpEnrollment }>;
  /** Completes enrollment with a first code. Returns recovery codes with the first factor. */
  activate(factorId: string, code: string): Promise<readonly string[] | undefined>;
  /** Starts enrolling a factor that sends a code or push, and sends it. Rejects as {@link addTotp}. */
  addChallengeFactor(step: NewChallengeFactor): Promise<StartedEnrollment>;
  /** Completes enrollment with the code. Without a code, sends another; with PUSH, polls the result. */
  continueActivation(factorId: string, code?: string): Promise<ActivationResult>;
  /**
   * Creates a passkey through the browser's prompt; may also reject with `REAUTHENTICATION_REQUIRED`. Returns recovery
   * codes as {@link activate}.
   */
  addPasskey(name: string): Promise<readonly string[] | undefined>;
  /** Whether client and browser support {@link addPasskey}. */
  hasPasskeys: boolean;
  rename(factorId: string, name: string): Promise<void>;
  remove(factorId: string): Promise<void>;
  renewCodes(): Promise<readonly string[]>;
  /** Reauthenticates with the password for ten minutes. */
  reauthenticate(password: string): Promise<void>;
}

/** Result of `listFactors` of the client's module `factors`. */
export interface MfaFactorsData {
  factors: readonly MfaFactor[];
  recoveryCodesLeft: number;
  /** Absent with older servers. */
  usedRecoveryCodes?: readonly number[];
  offered: readonly string[];
  /** Absent with older servers. */
  isRequired?: boolean;
}

const nothing: readonly string[] = [];

/**
 * The member's factors; loaded on mount, unless a server passes them as `initial`, and after every change. All methods
 * reject with the client's error.
 */
export function useMfaFactors(initial?: MfaFactorsData): MfaFactorList {
  const { factors, passkeys } = usePorchlight().client;
  const calls = requireModule(factors, "factors");
  const isHydrated = useHydrated();
  // The server cannot check the browser; nearly all support passkeys.
  const hasPasskeys = passkeys !== undefined && (!isHydrated || typeof PublicKeyCredential === "function");
  const read = useCallback((): Promise<MfaFactorsData> => calls.listFactors(), [calls]);
  const { data, isPending, error, refresh } = useMemberData(read, initial);
  const steps = useMemo(() => data?.factors.filter(isStep), [data]);

  const changes = useMemo(
    () => ({
      async addTotp() {
        const { factor, totp } = await calls.addFactor({ type: "TOTP" });
        if (!totp) throw new Error("The server has begun an authenticator app without a key.");
        return { factorId: factor._id ?? "", app: totp };
      },
      async addChallengeFactor(step: NewChallengeFactor) {
        const { factor, pushNumber } = await calls.addFactor(step);
        return { type: step.type, factorId: factor._id ?? "", hint: factor.hint, pushNumber, at: Date.now() };
      },
      async continueActivation(factorId: string, code?: string) {
        const { factor, pushNumber, recoveryCodes } = await calls.activateFactor(factorId, code);
        const isEnabled = factor.status === "ENABLED";
        if (isEnabled) await refresh();
        return { isEnabled, pushNumber, recoveryCodes };
      },
      async activate(factorId: string, code: string) {
        const { recoveryCodes } = await calls.activateFactor(factorId, code);
        await refresh();
        return recoveryCodes;
      },
      async addPasskey(name: string) {
        const { recoveryCodes } = await requireModule(passkeys, "passkeys").createPasskey(name ? { name } : {});
        await refresh();
        return recoveryCodes;
      },
      async rename(factorId: string, name: string) {
        await calls.renameFactor(factorId, name);
        await refresh();
      },
      async remove(factorId: string) {
        await calls.removeFactor(factorId);
        await refresh();
      },
      async renewCodes() {
        const { recoveryCodes } = await calls.renewRecoveryCodes();
        await refresh();
        return recoveryCodes;
      },
      async reauthenticate(password: string) {
        await calls.reauthenticate(password);
      },
    }),
    [calls, passkeys, refresh],
  );
  return useMemo(
    () => ({
      factors: steps,
      offered: data?.offered ?? nothing,
      isRequired: data?.isRequired ?? false,
      hasPassword: data?.factors.some(({ type }) => type === "PASSWORD") ?? true,
      recoveryCodesLeft: data?.recoveryCodesLeft ?? 0,
      usedRecoveryCodes: data?.usedRecoveryCodes ?? [],
      isPending,
      error,
      refresh,
      hasPasskeys,
      ...changes,
    }),
    [steps, data, isPending, error, refresh, hasPasskeys, changes],
  );
}

/** Excludes the password, and passkeys that were not created: these cannot be completed. */
const isStep = ({ type, status }: MfaFactor) =>
  type !== "PASSWORD" && !(type === "WEBAUTHN" && status === "REQUIRE_ACTIVATION");

import { useCallback, useMemo } from "react";
import type { MfaFactor, SentFactorType, TotpEnrollment } from "../../auth/member-client.ts";
import { requireModule } from "../../auth/require-module.ts";
import { usePorchlight } from "../../provider.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { useMemberData } from "../use-member-data.ts";

export type NewChallengeFactor =
  | { type: "EMAIL" }
  | { type: "SMS" | "CALL"; phoneNumber: string }
  | { type: "PUSH"; name: string };

/** A second step whose first code, or question, is on its way. */
export interface StartedEnrollment {
  type: SentFactorType;
  factorId: string;
  /** Where it went, in part. */
  hint: string | undefined;
  /** With PUSH: the member chooses it on the device. */
  pushNumber: string | undefined;
  /** Milliseconds since the epoch; absent where it is still to be sent. */
  at: number | undefined;
}

export interface ActivationResult {
  /** Whether it is set up; otherwise something was sent, or nobody has answered yet. */
  isEnabled: boolean;
  pushNumber: string | undefined;
  /** Where it is the first second step. */
  recoveryCodes: readonly string[] | undefined;
}

/** Result of the hook that reads and changes the member's factors. */
export interface MfaFactorList {
  /** Oldest first, unfinished ones too; absent until they are read. Without an `_id` it is there by the site's rules. */
  factors: readonly MfaFactor[] | undefined;
  /** Types that can be set up here. */
  offered: readonly string[];
  /** Whether the site asks everybody for a second step: by mail whoever has set up none. */
  isRequired: boolean;
  /** Whether the member can sign in with a password. */
  hasPassword: boolean;
  recoveryCodesLeft: number;
  /** Which were used, counted from 1 in the order in which they were told. */
  usedRecoveryCodes: readonly number[];
  isPending: boolean;
  /** Why they could not be read last time. */
  error: unknown;
  refresh(): Promise<void>;
  /** Begins to set up an authenticator app. This call, {@link remove} and {@link renewCodes} reject with `REAUTHENTICATION_REQUIRED` until {@link reauthenticate}. */
  addTotp(): Promise<{ factorId: string; app: TotpEnrollment }>;
  /** Finishes it with a first code; answers recovery codes where these are the first. */
  activate(factorId: string, code: string): Promise<readonly string[] | undefined>;
  /** Begins to set up one that something is sent for, and sends it. Rejects as {@link addTotp}. */
  addChallengeFactor(step: NewChallengeFactor): Promise<StartedEnrollment>;
  /** Finishes that with its code. Without one another code is sent; with PUSH it tells, every other second, what came of the question. */
  continueActivation(factorId: string, code?: string): Promise<ActivationResult>;
  /** Makes a passkey, which the browser asks about; rejects with `REAUTHENTICATION_REQUIRED` too. Answers recovery codes as {@link activate}. */
  addPasskey(name: string): Promise<readonly string[] | undefined>;
  /** Whether {@link addPasskey} can be of use: the client knows passkeys, and so does the browser. */
  hasPasskeys: boolean;
  rename(factorId: string, name: string): Promise<void>;
  remove(factorId: string): Promise<void>;
  renewCodes(): Promise<readonly string[]>;
  /** Proves with the password, for ten minutes, that it is the member who asks. */
  reauthenticate(password: string): Promise<void>;
}

/** What `listFactors` of the client's module `factors` answers. */
export interface MfaFactorsData {
  factors: readonly MfaFactor[];
  recoveryCodesLeft: number;
  /** Absent with servers of before. */
  usedRecoveryCodes?: readonly number[];
  offered: readonly string[];
  /** Absent with servers of before. */
  isRequired?: boolean;
}

const nothing: readonly string[] = [];

/**
 * The member's second steps; read when the component appears, unless a server has read them into `initial`, and after every change.
 * All calls reject with the client's error.
 */
export function useMfaFactors(initial?: MfaFactorsData): MfaFactorList {
  const { factors, passkeys } = usePorchlight().client;
  const calls = requireModule(factors, "factors");
  const hasPasskeys = useHydrated() && passkeys !== undefined && typeof PublicKeyCredential === "function";
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

/** The password is not a second step, and of a passkey that was not made there is nothing to finish. */
const isStep = ({ type, status }: MfaFactor) =>
  type !== "PASSWORD" && !(type === "WEBAUTHN" && status === "REQUIRE_ACTIVATION");

import type { PorchlightError } from "@porchlight/client";
import { useCallback, useMemo } from "react";
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AccountClient, DeclaredField, MemberDetails } from "../../auth/member-client.ts";
import { usePorchlight } from "../../provider.tsx";
import type { AccountSectionProps } from "../account-section.tsx";
import { useMemberData } from "../use-member-data.ts";

/** A summary of the signed-in member for the account page. */
export type AccountInfo = Awaited<ReturnType<AccountClient["getAccountSummary"]>>;

/** Results of `getDetails` and `getAccountSummary` of the client's module `account`. */
export interface AccountData {
  details: MemberDetails;
  declaredFields: readonly DeclaredField[];
  info: AccountInfo;
}

export interface AccountDetails {
  /** Absent until loaded. */
  details: MemberDetails | undefined;
  declaredFields: readonly DeclaredField[];
  info: AccountInfo | undefined;
  isPending: boolean;
  /** Why they could not be loaded last time. */
  error: PorchlightError | undefined;
  refresh(): Promise<void>;
  /** Updates the given properties. Rejects with the client's error. */
  update(changed: Partial<MemberDetails>): Promise<void>;
  calls: AccountClient;
}

/** Props of a section of the account page that shows some of the details. */
export interface DetailsSectionProps extends AccountSectionProps {
  details: MemberDetails;
  text: AuthTexts;
  update(changed: Partial<MemberDetails>): Promise<void>;
  onDirty(isDirty: boolean): void;
}

const nothingRead = { details: undefined, declaredFields: [], info: undefined };

/** The member's details besides names and email; `undefined` if the client has no module `account`. */
export function useAccountDetails(initial: AccountData | undefined): AccountDetails | undefined {
  const calls = usePorchlight().client.account;
  const read = useMemo(() => calls && (() => readAccount(calls)), [calls]);
  const { data, isPending, error, refresh, change } = useMemberData(read, initial);
  const update = useCallback(
    async (changed: Partial<MemberDetails>) => {
      const answer = await calls?.updateDetails(changed);
      if (answer) change((before) => ({ ...before, details: answer.details }));
    },
    [calls, change],
  );
  return useMemo(
    () => calls && { ...(data ?? nothingRead), isPending, error, refresh, update, calls },
    [calls, data, isPending, error, refresh, update],
  );
}

async function readAccount(calls: AccountClient): Promise<AccountData> {
  const [read, info] = await Promise.all([calls.getDetails(), calls.getAccountSummary()]);
  return { ...read, info };
}

import { useCallback, useMemo } from "react";
import type { AccountClient, DeclaredFieldEntry, MemberDetailsEntry } from "../auth/member-client.ts";
import { usePorchlight } from "../provider.tsx";
import { useMemberRead } from "./use-member-read.ts";

export type AccountFacts = Awaited<ReturnType<AccountClient["getAccountFacts"]>>;

/** What `getDetails` and `getAccountFacts` of the client's module `account` answer. */
export interface AccountRead {
  details: MemberDetailsEntry;
  declaredFields: readonly DeclaredFieldEntry[];
  facts: AccountFacts;
}

export interface AccountDetails {
  /** Absent until they are read. */
  details: MemberDetailsEntry | undefined;
  declaredFields: readonly DeclaredFieldEntry[];
  facts: AccountFacts | undefined;
  isPending: boolean;
  /** Why they could not be read last time. */
  error: unknown;
  refresh(): Promise<void>;
  /** Changes what is given. Rejects with the client's error. */
  update(changed: Partial<MemberDetailsEntry>): Promise<void>;
  calls: AccountClient;
}

const nothingRead = { details: undefined, declaredFields: [], facts: undefined };

/** What the site knows of the member beside names and e-mail; `undefined` where the client was made without the module `account`. */
export function useAccountDetails(initial: AccountRead | undefined): AccountDetails | undefined {
  const calls = usePorchlight().client.account;
  const read = useMemo(() => calls && (() => readAccount(calls)), [calls]);
  const { data, isPending, error, refresh, change } = useMemberRead(read, initial);
  const update = useCallback(
    async (changed: Partial<MemberDetailsEntry>) => {
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

async function readAccount(calls: AccountClient): Promise<AccountRead> {
  const [read, facts] = await Promise.all([calls.getDetails(), calls.getAccountFacts()]);
  return { ...read, facts };
}

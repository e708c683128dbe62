import type { StaffAccount } from "@porchlight/client/staff";
import { createContext, use } from "react";
import type { Clients } from "./clients.ts";
import type { ConsoleSettings } from "./settings.ts";

interface ConsoleValue {
  clients: Clients;
  settings: ConsoleSettings;
}

/** The clients and settings of this page. */
export const ConsoleContext = createContext<ConsoleValue | undefined>(undefined);

/** The clients and settings of this page. */
export function useConsole(): ConsoleValue {
  return use(ConsoleContext)!;
}

/** The signed-in account. */
export const StaffAccountContext = createContext<StaffAccount | undefined>(undefined);

/** The signed-in account, below the layout. */
export function useStaffAccount(): StaffAccount {
  return use(StaffAccountContext)!;
}

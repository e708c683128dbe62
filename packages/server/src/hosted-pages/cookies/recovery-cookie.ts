import * as z from "zod";
import { recoveryTokenTtlMinutes } from "../../auth/recovery/recovery-link.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import type { Cookies } from "./cookies.ts";
import { readSealed, writeSealed } from "./sealed-cookie.ts";

const recoverySchema = z.object({
  /** The email that a link was sent to, as entered. */
  email: z.string().optional(),
  /** When the link was sent, in milliseconds since the epoch. */
  sentAt: z.number().optional(),
  /** Whether that was not the first link. */
  isAnother: z.boolean().optional(),
  /** The sign-in that requested the link. It continues if the link is opened in the same browser. */
  redirectSession: z.string().optional(),
  /** The app that the opened link returns to. */
  appId: z.string().optional(),
  /** The token of the opened link. */
  token: z.string().optional(),
  /** The result of the reset, if no sign-in continues. */
  outcome: z.enum(["saved", "waiting", "blocked"]).optional(),
});
/** The state of a password recovery in this browser. */
export type RecoveryState = z.infer<typeof recoverySchema>;

/** The lifetime of the link. */
const ttlSeconds = recoveryTokenTtlMinutes * 60;

export function storeRecovery(context: ServerContext, cookies: Cookies, recovery: RecoveryState): void {
  writeSealed(context, cookies, "recovery", recovery, ttlSeconds);
}

export function readRecovery(context: ServerContext, cookies: Cookies): RecoveryState {
  return readSealed(context, cookies, "recovery", recoverySchema) ?? {};
}

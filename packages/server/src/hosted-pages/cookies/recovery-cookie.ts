import * as z from "zod";
import { recoveryTokenLifeMinutes } from "../../auth/recovery/recovery-link.ts";
import type { ServerContext } from "../../platform/context/server-context.ts";
import type { Cookies } from "./cookies.ts";
import { readSealed, writeSealed } from "./sealed-cookie.ts";

const recoverySchema = z.object({
  /** Where a link was sent, as it was typed. */
  email: z.string().optional(),
  /** When, milliseconds since the epoch. */
  sentAt: z.number().optional(),
  /** Whether that was not the first one. */
  isAnother: z.boolean().optional(),
  /** The sign-in that the link was asked for in: it goes on when the link is opened in the same browser. */
  redirectSession: z.string().optional(),
  /** The app that the link that was opened leads back to. */
  appId: z.string().optional(),
  /** From the link that was opened. */
  token: z.string().optional(),
  /** What has come of the new password where no sign-in goes on. */
  outcome: z.enum(["saved", "waiting", "blocked"]).optional(),
});
/** What this browser has come to on the way to a new password. */
export type Recovery = z.infer<typeof recoverySchema>;

/** As long as the link that it is about. */
const lifeSeconds = recoveryTokenLifeMinutes * 60;

export function keepRecovery(context: ServerContext, cookies: Cookies, recovery: Recovery): void {
  writeSealed(context, cookies, "recovery", recovery, lifeSeconds);
}

export function readRecovery(context: ServerContext, cookies: Cookies): Recovery {
  return readSealed(context, cookies, "recovery", recoverySchema) ?? {};
}

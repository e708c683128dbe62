import type { SendRecoveryEmailRequest } from "@porchlight/contract/auth/recovery";
import type { Caller, Deps } from "../deps.ts";
import { InvalidArguments, violation } from "../errors.ts";
import { addToOutbox } from "../events/outbox.ts";
import { parseEmailAddress } from "../members/email-address.ts";
import { findCallersApp } from "./callers-app.ts";
import { appsRecoveryPage, sitesRecoveryPage } from "./recovery-page.ts";
import { appOf } from "./sign-in-answer.ts";

/**
 * Takes down that somebody at this address has forgotten their password. Whether there is a member, and a mail, is found out
 * by the outbox's worker: neither the answer nor its time depends on it. Beyond the limits the answer is the same.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {InvalidArguments} `email` is no e-mail (`data.type` EMAIL). @throws {Refusal} `REDIRECT_NOT_REGISTERED`.
 * Source: security requirements §4.8, §5 and §6.4 of the screens.
 */
export async function sendRecoveryEmail(
  deps: Deps,
  caller: Caller,
  { body }: SendRecoveryEmailRequest,
  address: string,
): Promise<Record<never, never>> {
  const appId = appOf(caller);
  const app = await findCallersApp(deps, appId, body.redirect?.clientId ?? appId, "redirect.clientId");
  const url = body.redirect?.url;
  const page = url === undefined ? sitesRecoveryPage(deps, "redirect.url") : appsRecoveryPage(app, url, "redirect.url");
  const email = parseEmailAddress(body.email);
  if (!email)
    throw new InvalidArguments([
      violation("email", "must be an e-mail address, like name@example.com", "FORMAT", "EMAIL"),
    ]);

  if (!(await deps.limits.admits("mails asked for by an address", address))) return {};
  const at = deps.now();
  await deps.db.transaction().execute(async (tx) => {
    if (!(await deps.limits.admits("recovery links to a mailbox", email.key, tx))) return;
    await addToOutbox(tx, deps.site.id, "recovery", { to: email.key, language: body.language, page }, at);
  });
  deps.wakeOutbox();
  return {};
}

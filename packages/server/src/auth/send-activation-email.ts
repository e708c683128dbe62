import type { SendActivationEmailRequest } from "@porchlight/contract/auth/recovery";
import { newId } from "../db/ids.ts";
import type { Caller, Deps } from "../deps.ts";
import { InvalidArguments, Refusal, violation } from "../errors.ts";
import { addToOutbox } from "../events/outbox.ts";
import { activationMail } from "../mail/templates.ts";
import { lockMember } from "../members/members-store.ts";
import { type AppRow, findApp } from "./apps-store.ts";
import { holdsKey } from "./holds-key.ts";
import { makeRecoveryLink, recoverable } from "./recovery-link.ts";
import { appsRecoveryPage, sitesRecoveryPage } from "./recovery-page.ts";

/**
 * Invites somebody whose account a program of the owner has made: mails a link to their first password. It is a recovery
 * link like any other; whether the page says "set up your account" depends on whether there has been a password. Beyond the
 * limits of mails none leaves, and the answer is the same.
 *
 * @param address Who asks, as `addressKey` writes it.
 * @throws {Refusal} `NOT_ALLOWED` without an API key of role admin; `NOT_FOUND` where there is no such member, or one who may
 *   not come in; `REDIRECT_NOT_REGISTERED`. @throws {InvalidArguments}
 * Source: security requirements §3.9, §4.8 and §5.
 */
export async function sendActivationEmail(
  deps: Deps,
  caller: Caller,
  { body }: SendActivationEmailRequest,
  address: string,
): Promise<Record<never, never>> {
  if (!holdsKey(caller, "admin")) throw new Refusal("NOT_ALLOWED");
  const { language, redirect } = body.emailOptions ?? {};
  const app = await findNamedApp(deps, caller, redirect?.clientId);
  const page = pageOf(deps, app, redirect?.url);
  const mayMail = await deps.limits.admits("mails asked for by an address", address);
  await deps.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, deps.site.id, body.identityId.toLowerCase());
    if (!member || !recoverable.includes(member.status)) throw new Refusal("NOT_FOUND");
    if (!mayMail || !(await deps.limits.admits("invitations to a mailbox", member.email_key, tx))) return;
    const at = deps.now();
    const link = await makeRecoveryLink(tx, deps, member.id, { id: newId(at.getTime()), page });
    if (link) await addToOutbox(tx, deps.site.id, "mail", activationMail(deps, member, { ...link, language }), at);
  });
  deps.wakeOutbox();
  return {};
}

/** The app that the request names, of all the site's: the key may act for each of them. Else the one whose token sends it. */
async function findNamedApp(
  deps: Deps,
  caller: Caller,
  clientId: string | null | undefined,
): Promise<AppRow | undefined> {
  const appId = clientId?.toLowerCase() ?? ("appId" in caller ? caller.appId : undefined);
  const app = appId === undefined ? undefined : await findApp(deps.db, deps.site.id, appId);
  if (clientId != null && !app)
    throw new InvalidArguments([
      violation("emailOptions.redirect.clientId", "must be an app of this site", "VALIDATION"),
    ]);
  return app;
}

function pageOf(deps: Deps, app: AppRow | undefined, url: string | undefined): string {
  if (url === undefined) return sitesRecoveryPage(deps, "emailOptions.redirect.url");
  if (app) return appsRecoveryPage(app, url, "emailOptions.redirect.url");
  throw new InvalidArguments([
    violation("emailOptions.redirect.clientId", "must name the app that url belongs to", "REQUIRED_FIELD"),
  ]);
}

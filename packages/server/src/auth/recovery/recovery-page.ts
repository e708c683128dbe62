import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import { isMemberManager } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { isAppPage } from "../apps/app-addresses.ts";
import { type AppRow, findApp } from "../apps/apps-store.ts";
import { notRegistered, requireAppId, requireCallerApp } from "../apps/caller-app.ts";
import { emailLinkUrls } from "../email-link-urls.ts";
import type { LinkPage } from "./recovery-link.ts";

/** Property of the request that names the page. */
type PageMember = "redirect" | "emailOptions.redirect";
interface NamedPage {
  url?: string | undefined;
  clientId?: string | null | undefined;
}

/**
 * The page that the link in an email opens: the requested one, which must belong to the app, or else that of the member
 * site or the hosted one.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`.
 * @throws {InvalidArguments} the app is unknown or missing.
 * Source: security requirements §4.8.
 */
export async function findRecoveryPage(
  context: ServerContext,
  caller: Caller,
  { url, clientId }: NamedPage,
  member: PageMember,
): Promise<LinkPage> {
  const app = await findPageApp(context, caller, clientId, `${member}.clientId`);
  if (url === undefined) return emailLinkUrls(context, caller, app?.id).resetPassword;
  if (app) return { page: requireAppPage(app, url, `${member}.url`) };
  throw new InvalidArguments([
    violation(`${member}.clientId`, "must name the app that url belongs to", "REQUIRED_FIELD"),
  ]);
}

/** A token stands for its app; API keys and staff may name any app of the site; a hosted page names none. */
async function findPageApp(
  context: ServerContext,
  caller: Caller,
  clientId: string | null | undefined,
  field: string,
): Promise<AppRow | undefined> {
  if (caller.kind === "hostedPage") return undefined;
  if (caller.kind !== "apiKey" && !isMemberManager(caller))
    return requireCallerApp(context, requireAppId(caller), clientId ?? requireAppId(caller), field);
  const appId = clientId?.toLowerCase() ?? ("appId" in caller ? caller.appId : undefined);
  const app = appId === undefined ? undefined : await findApp(context.db, context.site.id, appId);
  if (clientId != null && !app)
    throw new InvalidArguments([violation(field, "must be an app of this site", "VALIDATION")]);
  return app;
}

function requireAppPage(app: AppRow, text: string, field: string): string {
  if (app.redirect_uris.includes(text)) return text;
  const url = URL.parse(text);
  if (!url || text.includes("#") || !isAppPage(app, url)) throw notRegistered(field, text);
  // As parsed, so that the email contains exactly the URL that was validated.
  return url.href;
}

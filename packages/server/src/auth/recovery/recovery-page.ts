import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import { hasApiKeyRole } from "../../platform/identity/require-editor.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { isAppPage } from "../apps/app-addresses.ts";
import { type AppRow, findApp } from "../apps/apps-store.ts";
import { notRegistered, requireAppId, requireCallerApp } from "../apps/caller-app.ts";
import { emailLinkUrls } from "../email-link-urls.ts";
import type { LinkPage } from "./recovery-link.ts";

/** Member of the request that names the page. */
type PageMember = "redirect" | "emailOptions.redirect";
interface NamedPage {
  url?: string | undefined;
  clientId?: string | null | undefined;
}

/**
 * The page that the link of a mail opens: the one that the request names, which has to be the app's own, or else the member
 * site's, or the hosted one.
 *
 * @throws {Refusal} `REDIRECT_NOT_REGISTERED`. @throws {InvalidArguments} there is no such page or app to name.
 * Source: security requirements §4.8.
 */
export async function findRecoveryPage(
  context: ServerContext,
  caller: Caller,
  { url, clientId }: NamedPage,
  member: PageMember,
): Promise<LinkPage> {
  const app = await findPagesApp(context, caller, clientId, `${member}.clientId`);
  if (url === undefined) return emailLinkUrls(context, caller, app?.id).resetPassword;
  if (app) return { page: appsPage(app, url, `${member}.url`) };
  throw new InvalidArguments([
    violation(`${member}.clientId`, "must name the app that url belongs to", "REQUIRED_FIELD"),
  ]);
}

/** Whoever comes with a token speaks for its app; a program of the owner may name any app of the site, a hosted page names none. */
async function findPagesApp(
  context: ServerContext,
  caller: Caller,
  clientId: string | null | undefined,
  field: string,
): Promise<AppRow | undefined> {
  if (caller.kind === "hostedPage") return undefined;
  if (caller.kind !== "apiKey" && !hasApiKeyRole(caller, "admin"))
    return requireCallerApp(context, requireAppId(caller), clientId ?? requireAppId(caller), field);
  const appId = clientId?.toLowerCase() ?? ("appId" in caller ? caller.appId : undefined);
  const app = appId === undefined ? undefined : await findApp(context.db, context.site.id, appId);
  if (clientId != null && !app)
    throw new InvalidArguments([violation(field, "must be an app of this site", "VALIDATION")]);
  return app;
}

function appsPage(app: AppRow, text: string, field: string): string {
  if (app.redirect_uris.includes(text)) return text;
  const url = URL.parse(text);
  if (!url || text.includes("#") || !isAppPage(app, url)) throw notRegistered(field, text);
  // As parsed, not as typed: the mail names the very address that was checked.
  return url.href;
}

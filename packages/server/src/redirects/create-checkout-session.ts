import {
  type CheckoutIntent,
  type CreateRedirectSessionRequest,
  type CreateRedirectSessionResponse,
  checkoutIntents,
} from "@porchlight/contract/redirects/redirect-session";
import { findApp } from "../auth/apps/apps-store.ts";
import { requireAppId } from "../auth/apps/caller-app.ts";
import { InvalidArguments, Refusal, violation } from "../platform/context/errors.ts";
import type { Requester } from "../platform/context/request-context.ts";
import { newSecret } from "../platform/crypto/secrets.ts";
import { newId } from "../platform/db/ids.ts";
import type { ServerContext } from "../platform/server-context.ts";
import { validateCallbacks } from "./callbacks.ts";

/**
 * Leads to the owner's own checkout page: the setting `<intent>Url` with its places filled in from the request.
 *
 * @throws {Refusal} `CHECKOUT_NOT_SET_UP`, `REDIRECT_NOT_REGISTERED`. @throws {InvalidArguments} what is told is dots alone.
 * Source: operator's interface, "Site settings".
 */
export async function createCheckoutSession(
  context: ServerContext,
  { caller }: Requester,
  intent: CheckoutIntent,
  { body }: CreateRedirectSessionRequest,
): Promise<CreateRedirectSessionResponse> {
  const app = await findApp(context.db, context.site.id, requireAppId(caller));
  if (!app) throw new Refusal("UNAUTHENTICATED");
  const callbacks = validateCallbacks(context, app, body.callbacks);
  const setting = `${intent}Url` as const;
  const template = (await context.settings.read())[setting];
  if (template === "") {
    throw new Refusal("CHECKOUT_NOT_SET_UP", {
      intent,
      hint: `Say where it is: porchlight setting set ${setting} "https://…"`,
    });
  }
  const given = body[intent] as Record<string, unknown>;
  const told = Object.fromEntries(checkoutIntents[intent].map((name) => [name, given[name]]));
  const values = { ...told, ...callbacks };
  const astray = findDots(template, values);
  if (astray) throw new InvalidArguments([violation(`${intent}.${astray}`, "must not be dots alone", "VALIDATION")]);
  const url = new URL(fill(template, values));
  for (const [name, value] of Object.entries(body.preferences?.additionalQueryParameters ?? {}))
    if (!url.searchParams.has(name)) url.searchParams.append(name, value);
  const at = context.now();
  return {
    redirectSession: {
      id: newId(at.getTime()),
      fullUrl: url.href,
      urlDetails: { endpoint: `${url.origin}${url.pathname}`, queryParams: Object.fromEntries(url.searchParams) },
      sessionToken: newSecret(),
      createdDate: at.toISOString(),
    },
  };
}

/** The place that would make a whole segment of the path `.` or `..`: no encoding keeps those from leading to another folder. */
function findDots(template: string, values: Record<string, unknown>): string | undefined {
  const [path = ""] = template.split(/[?#]/);
  const segment = path.split("/").find((part) => part.includes("{") && /^\.{1,2}$/.test(fill(part, values)));
  return segment && /\{(\w+)\}/.exec(segment)?.[1];
}

/** Nothing that is filled in can leave its place: it is encoded as a part of a path or of a query. */
function fill(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null) return "";
    return encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value));
  });
}

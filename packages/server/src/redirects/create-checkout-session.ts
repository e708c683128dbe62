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
 * Redirects to the owner's checkout page: the setting `<intent>Url` with its placeholders filled from the request.
 *
 * @throws {Refusal} `CHECKOUT_NOT_SET_UP`, `REDIRECT_NOT_REGISTERED`.
 * @throws {InvalidArguments} a path value consists of dots only.
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
      hint: `Set the URL of the checkout page: porchlight setting set ${setting} "https://…"`,
    });
  }
  const input: Record<string, unknown> = { ...body[intent] };
  const fields = Object.fromEntries(checkoutIntents[intent].map((name) => [name, input[name]]));
  const values = { ...fields, ...callbacks };
  const dotsField = findDotSegment(template, values);
  if (dotsField)
    throw new InvalidArguments([violation(`${intent}.${dotsField}`, "must not consist of dots", "VALIDATION")]);
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

/** The placeholder that would make a path segment `.` or `..`, which encoding does not neutralize. */
function findDotSegment(template: string, values: Record<string, unknown>): string | undefined {
  const [path = ""] = template.split(/[?#]/);
  const segment = path.split("/").find((part) => part.includes("{") && /^\.{1,2}$/.test(fill(part, values)));
  return segment && /\{(\w+)\}/.exec(segment)?.[1];
}

/** Encodes each value, so that none can change the structure of the URL. */
function fill(template: string, values: Record<string, unknown>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null) return "";
    return encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value));
  });
}
